// A pool of two workers that were made beforehand: jobs come by one pipe, results go back by another.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORKERS = 2, JOBS = 2 };

int main(void) {
  int jobs[2], results[2];
  if (pipe(jobs) || pipe(results)) return 1;
  for (int i = 0; i < WORKERS; i++)
    if (fork() == 0) {
      close(jobs[1]);
      unsigned char job;
      while (read(jobs[0], &job, 1) == 1) {
        job *= 2;
        if (write(results[1], &job, 1) != 1) _exit(1);
      }
      _exit(0);
    }
  close(jobs[0]);
  for (unsigned char job = 1; job <= JOBS; job++)
    if (write(jobs[1], &job, 1) != 1) return 2;
  close(jobs[1]);
  int sum = 0;
  for (int i = 0; i < JOBS; i++) {
    unsigned char result = 0;
    if (read(results[0], &result, 1) != 1) return 3;
    sum += result;
  }
  for (int i = 0; i < WORKERS; i++) {
    int status;
    if (wait(&status) < 0 || status != 0) return 4;
  }
  assert(sum == JOBS * (JOBS + 1));
  return 0;
}
