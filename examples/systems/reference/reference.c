/* What the store is to do, said in the simplest way: it gets what the store gets, and knows what comes next. */
#include "protocol.h"
#include <assert.h>
#include <gmc.h>

static char values[2], expected;

static void compare(const struct gmc_message *message)
{
    if (message->event == GMC_RECEIVED && message->to_port == STORE_PORT) {
        const struct request *request = message->bytes;
        char *value = &values[request->key - 'a'];
        if (request->what == '=')
            *value = request->value;
        expected = *value;
    }
    if (message->event == GMC_SENT && message->from_port == STORE_PORT) {
        const struct reply *reply = message->bytes;
        assert(reply->value == expected);
        for (int i = 0; i < 2; i++)
            assert(GMC_STATIC_OF(message->sender, char[2], "store.c", values)[i] == values[i]);
    }
}

int main(void)
{
    gmc_on_message(compare);
    gmc_watch();
    return 0;
}
