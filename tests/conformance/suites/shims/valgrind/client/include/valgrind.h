//! Requests to valgrind, of which there is none here.
#define VALGRIND_DO_CLIENT_REQUEST_EXPR(otherwise, ...) (otherwise)
#define VALGRIND_DO_CLIENT_REQUEST_STMT(...) ((void)0)
#define VALGRIND_DO_CLIENT_REQUEST(result, otherwise, ...) ((result) = (otherwise))
#define VG_USERREQ_TOOL_BASE(first, second) 0
#define RUNNING_ON_VALGRIND 0
#define VALGRIND_PRINTF(...) 0
