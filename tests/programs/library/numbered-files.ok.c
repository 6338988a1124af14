// fcntl.h, unistd.h, sys/stat.h: files by number and by name, in a directory that the program makes and removes.
//@ files: rw
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

int main(void) {
  char name[] = "filesXXXXXX", text[16] = "";
  struct stat status;
  struct stat64 status64;
  if (!mkdtemp(name) || chdir(name) != 0) return 1;
  SHOW(umask(027) >= 0);
  SHOW(umask(077));
  close(creat("mine", 0666));
  SHOW(mkdir("inner", 0777));
  SHOW(umask(022));
  stat("mine", &status);
  SHOW(status.st_mode & 0777);
  stat("inner", &status);
  SHOW(status.st_mode & 0777);
  SHOW(unlink("mine"));
  SHOW(rmdir("inner"));

  int a = creat("a", 0666), b = creat64("b", 0600);
  SHOW(write(a, "0123456789", 10));
  SHOW(read(a, text, 1));
  SHOW(errno == EBADF);
  SHOW(fsync(a));
  SHOW(fdatasync(a));
  SHOW(fstat64(a, &status64));
  SHOW(status64.st_size);
  SHOW(status64.st_mode & 0777);
  close(a);
  close(b);

  int f = open64("a", O_RDWR);
  SHOW(pread64(f, text, 3, 4));
  puts(text);
  SHOW(pwrite64(f, "xy", 2, 9));
  SHOW(lseek64(f, 0, SEEK_END));
  SHOW(lseek64(f, -1, SEEK_SET));
  SHOW(errno == EINVAL);
  SHOW(ftruncate64(f, 8));
  SHOW(truncate("a", 7));
  SHOW(truncate64("a", 6));
  SHOW(truncate("nothing", 7));
  SHOW(errno == ENOENT);
  SHOW(posix_fallocate(f, 0, 4));
  SHOW(posix_fallocate64(f, 0, 9));
  SHOW(posix_fallocate(-1, 0, 9) == EBADF);
  SHOW(posix_fadvise(f, 0, 0, POSIX_FADV_SEQUENTIAL));
  SHOW(posix_fadvise64(f, 0, 0, POSIX_FADV_NORMAL));
  SHOW(stat64("a", &status64));
  SHOW(status64.st_size);
  char *mapped = mmap64(NULL, 9, PROT_READ, MAP_SHARED, f, 0);
  SHOW(mapped[5]);
  SHOW(mapped[8]);
  munmap(mapped, 9);

  int d = open(".", O_RDONLY | O_DIRECTORY), g = openat64(d, "b", O_RDWR);
  lseek(f, 1, SEEK_SET);
  SHOW(sendfile(g, f, NULL, 3));
  SHOW(lseek(f, 0, SEEK_CUR));
  off_t from = 4;
  SHOW(sendfile(g, f, &from, 100));
  SHOW(from);
  SHOW(lseek(f, 0, SEEK_CUR));
  SHOW(fstatat64(d, "b", &status64, 0));
  SHOW(status64.st_size);
  memset(text, 0, sizeof text);
  SHOW(pread(g, text, 5, 0));
  puts(text);

  int high = dup2(g, 20), higher = dup3(g, 21, O_CLOEXEC);
  SHOW(high);
  SHOW(higher);
  SHOW(fcntl64(high, F_GETFD));
  SHOW(fcntl64(higher, F_GETFL) & O_ACCMODE);
  SHOW(dup2(g, g) == g);
  SHOW(dup3(g, g, 0));
  SHOW(errno == EINVAL);
  SHOW(dup2(19, 22));
  SHOW(errno == EBADF);
  SHOW(flock(g, LOCK_EX));
  SHOW(flock(g, LOCK_UN));
  SHOW(lockf(g, F_LOCK, 0));
  SHOW(lockf(g, F_ULOCK, 0));
  SHOW(isfdtype(g, S_IFREG));
  SHOW(isfdtype(g, S_IFSOCK));

  SHOW(chmod("a", 0640));
  SHOW(fchmod(g, 0604));
  stat("a", &status);
  SHOW(status.st_mode & 0777);
  fstat(g, &status);
  SHOW(status.st_mode & 0777);
  SHOW(chmod("nothing", 0600));
  SHOW(errno == ENOENT);
  SHOW(chown("a", -1, -1));
  SHOW(fchown(g, -1, -1));
  SHOW(lchown("a", -1, -1));
  SHOW(fchownat(d, "a", -1, -1, 0));
  SHOW(symlink("a", "link"));
  SHOW(symlink("a", "link"));
  SHOW(errno == EEXIST);
  memset(text, 0, sizeof text);
  SHOW(readlink("link", text, sizeof text));
  puts(text);
  SHOW(readlink("a", text, sizeof text));
  SHOW(errno == EINVAL);
  SHOW(lstat("link", &status));
  SHOW(S_ISLNK(status.st_mode));
  SHOW(lstat64("link", &status64));
  SHOW(status64.st_size);

  struct utimbuf times = {100, 200};
  SHOW(utime("a", &times));
  stat("a", &status);
  SHOW(status.st_atime);
  SHOW(status.st_mtime);
  struct timeval finer[2] = {{300, 5}, {400, 6}};
  SHOW(utimes("a", finer));
  stat("a", &status);
  SHOW(status.st_atime);
  SHOW(status.st_mtim.tv_nsec);

  SHOW(renameat2(d, "a", d, "b", RENAME_NOREPLACE));
  SHOW(errno == EEXIST);
  SHOW(renameat2(d, "a", d, "c", RENAME_NOREPLACE));
  SHOW(access("a", F_OK));
  SHOW(mknod("node", S_IFREG | 0600, 0));
  SHOW(mknodat(d, "node2", S_IFREG | 0600, 0));
  stat("node2", &status);
  SHOW(S_ISREG(status.st_mode));

  DIR *directory = opendir(".");
  int count = 0, letters = 0;
  for (struct dirent64 *it; (it = readdir64(directory)); count++)
    letters += strlen(it->d_name);
  SHOW(count);
  SHOW(letters);
  rewinddir(directory);
  struct dirent entry, *found;
  count = 0;
  while (readdir_r(directory, &entry, &found) == 0 && found == &entry)
    count++;
  SHOW(count);
  SHOW(found == NULL);
  closedir(directory);
  sync();

  SHOW(unlink("b") + unlink("c") + unlink("link") + unlink("node") + unlink("node2"));
  return chdir("..") != 0 || rmdir(name) != 0;
}
