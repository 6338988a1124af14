// Two jobs for libuv's pool of threads.
#include <assert.h>
#include <uv.h>
static int done, worked;
static void work(uv_work_t *r) {
  __atomic_add_fetch(&worked, 1, __ATOMIC_SEQ_CST);
  (void)r;
}
static void after(uv_work_t *r, int status) {
  done++;
  assert(status == 0);
  (void)r;
}
int main(void) {
  uv_loop_t loop;
  uv_work_t a, b;
  assert(uv_loop_init(&loop) == 0);
  uv_queue_work(&loop, &a, work, after);
  uv_queue_work(&loop, &b, work, after);
  uv_run(&loop, UV_RUN_DEFAULT);
  assert(done == 2 && worked == 2);
  assert(uv_loop_close(&loop) == 0);
}
