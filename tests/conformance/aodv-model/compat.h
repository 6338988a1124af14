/* Stands in front of each file of AODV-UU: headers that files of 2002 got without asking, and the system calls that
   the environment answers in place of the kernel. */
#ifndef COMPAT_H
#define COMPAT_H

#include <fcntl.h>
#include <net/if.h>
#include <net/route.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <syslog.h>
#include <unistd.h>

int kernel_socket(void);
int kernel_setsockopt(int level, int option, const void *value);
int kernel_ioctl(unsigned long what, void *argument);
long kernel_sendto(const void *data, unsigned long length, const void *to);
long kernel_recvmsg(void *message);
long kernel_recvfrom(void *to, void *from);
int kernel_select(fd_set *readable);
int kernel_gettimeofday(struct timeval *);
FILE *kernel_fopen(void);
char *kernel_fgets(char *to);

#ifndef ENVIRONMENT
#define socket(family, kind, protocol) kernel_socket()
#define bind(socket, name, length) 0
#define setsockopt(socket, level, option, value, length) kernel_setsockopt(level, option, value)
#define ioctl(socket, what, argument) kernel_ioctl(what, argument)
#define sendto(socket, data, length, flags, to, size) kernel_sendto(data, length, to)
#define recvmsg(socket, message, flags) kernel_recvmsg(message)
#define recvfrom(socket, data, length, flags, from, size) kernel_recvfrom(data, from)
#define select(count, readable, writable, special, limit) kernel_select(readable)
#define gettimeofday(time, zone) kernel_gettimeofday(time)
#define close(file) 0
#define open(...) 41
#define write(file, data, length) (length)
#define system(command) 0
#define fopen(name, mode) kernel_fopen()
#define fgets(to, length, file) kernel_fgets(to)
#define fclose(file) 0
#define geteuid() 0
#define if_nametoindex(name) 2u
#define random() 0L
#define openlog(...) ((void)0)
#define syslog(...) ((void)0)
#endif

#define sys_nerr 0
#define sys_errlist ((char **)0)

#endif
