/* Runs a Lua script. */

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    lua_State *state = luaL_newstate();
    if (argc < 2 || !state)
        return 2;
    luaL_openlibs(state);
    int failed = luaL_dofile(state, argv[1]);
    if (failed)
        printf("error: %s\n", lua_tostring(state, -1));
    lua_close(state);
    return failed;
}
