// Names that start at an open directory, and directories read back and forth.
//@ check
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char text[20] = "";
  struct stat status;
  int tmp = open("/tmp", O_RDONLY | O_DIRECTORY);
  assert(tmp >= 0 && mkdirat(tmp, "gmc-d", 0700) == 0);
  int d = openat(tmp, "gmc-d", O_RDONLY);
  int file = openat(d, "a", O_WRONLY | O_CREAT, 0600);
  assert(file >= 0 && write(file, "abc", 3) == 3);
  assert(fstatat(d, "a", &status, 0) == 0 && status.st_size == 3 && faccessat(d, "a", R_OK, 0) == 0);
  assert(linkat(d, "a", tmp, "b", 0) == 0 && renameat(tmp, "b", d, "c") == 0 && symlinkat("a", d, "l") == 0);
  assert(readlinkat(d, "l", text, sizeof text) == 1 && text[0] == 'a' && fchmodat(d, "a", 0400, 0) == 0);
  struct timespec times[2] = {{1, 2}, {3, 4}};
  assert(utimensat(d, "a", times, 0) == 0 && stat("/tmp/gmc-d/a", &status) == 0 && status.st_mtim.tv_sec == 3 && status.st_mtim.tv_nsec == 4);
  times[0].tv_nsec = UTIME_OMIT;
  times[1].tv_sec = 5;
  assert(futimens(file, times) == 0 && fstat(file, &status) == 0 && status.st_atim.tv_sec == 1 && status.st_mtim.tv_sec == 5);
  assert(unlinkat(d, "nothing", 0) == -1 && errno == ENOENT && unlinkat(tmp, "gmc-d", 0) == -1 && openat(file, "x", O_RDONLY) == -1 && errno == ENOTDIR);
  assert(fchdir(d) == 0 && access("a", F_OK) == 0 && getcwd(text, sizeof text) && strcmp(text, "/tmp/gmc-d") == 0);

  DIR *directory = fdopendir(d);
  assert(directory && dirfd(directory) == d);
  int count = 0;
  long third = -1;
  for (struct dirent *it; (it = readdir(directory)); count++)
    if (strcmp(it->d_name, "a") == 0) third = telldir(directory);
  assert(count == 5 && third >= 0);
  seekdir(directory, third);
  assert(strcmp(readdir(directory)->d_name, "c") == 0);
  rewinddir(directory);
  assert(strcmp(readdir(directory)->d_name, ".") == 0);
  assert(closedir(directory) == 0 && close(d) == -1 && errno == EBADF);
  assert(unlinkat(tmp, "gmc-d/a", 0) == 0 && unlinkat(tmp, "gmc-d/c", 0) == 0 && unlinkat(tmp, "gmc-d/l", 0) == 0 && unlinkat(tmp, "gmc-d", AT_REMOVEDIR) == 0);
  return close(tmp) + close(file);
}
