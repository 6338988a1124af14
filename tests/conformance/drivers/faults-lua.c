/* Makes a state of Lua, runs a little, and closes it; each allocation on the way may fail. SEED names a mistake to make on an
   error path. */

#include <assert.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdlib.h>

/* Lua tries again after a collection, so that it takes two failures to make it give up: LATE. */
enum { NONE, LEAK, DOUBLE_FREE, LATE };

static int work(lua_State *L)
{
    luaL_requiref(L, "_G", luaopen_base, 1);
    lua_pop(L, 1);
    lua_createtable(L, 4, 0);
    for (int i = 1; i <= 4; i++) {
        lua_pushfstring(L, "%d", i);
        lua_rawseti(L, -2, i);
    }
    if (luaL_loadstring(L, "local t = {...} return #t[1] + 1") != LUA_OK)
        return lua_error(L);
    lua_rotate(L, -2, 1);
    lua_call(L, 1, 1);
    return 1;
}

static void *allocate(void *unused, void *old, size_t old_size, size_t size)
{
    (void)unused, (void)old_size;
    if (size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, size);
}

int main(void)
{
    int *note = malloc(sizeof *note);
    if (!note)
        return 0;
    lua_State *L = lua_newstate(allocate, NULL);
    if (!L) {
        if (SEED != LEAK)
            free(note);
        if (SEED == DOUBLE_FREE)
            free(note);
        return 0;
    }
    lua_pushcfunction(L, work);
    int outcome = lua_pcall(L, 0, 1, 0);
    assert(outcome == LUA_OK || outcome == LUA_ERRMEM);
    if (outcome == LUA_OK)
        assert(lua_tointeger(L, -1) == 5);
    else if (SEED == LATE)
        free(note);
    lua_close(L);
    free(note);
    return 0;
}
