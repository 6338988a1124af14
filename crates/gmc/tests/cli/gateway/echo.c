/* Sends back what N clients send, over TCP and UDP, with epoll. Prints its port. */
#include <arpa/inet.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int named(int kind, int port) {
  int s = socket(AF_INET, kind, 0);
  struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(s, (struct sockaddr *)&own, sizeof own)) {
    perror("bind");
    exit(2);
  }
  return s;
}

static int port_of(int s) {
  struct sockaddr_in own;
  socklen_t length = sizeof own;
  getsockname(s, (struct sockaddr *)&own, &length);
  return ntohs(own.sin_port);
}

static void wait_for(int poll, int s) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = s};
  assert(epoll_ctl(poll, EPOLL_CTL_ADD, s, &event) == 0);
}

int main(int count, char **arguments) {
  int left = count > 1 ? atoi(arguments[1]) : 1;
  int listener = named(SOCK_STREAM, 0), datagrams = named(SOCK_DGRAM, 0), poll = epoll_create1(0);
  assert(listen(listener, 5) == 0);
  printf("%d %d\n", port_of(listener), port_of(datagrams));
  fflush(stdout);
  wait_for(poll, listener);
  wait_for(poll, datagrams);
  while (left > 0) {
    struct epoll_event event;
    assert(epoll_wait(poll, &event, 1, -1) == 1);
    char text[1000];
    if (event.data.fd == listener) {
      wait_for(poll, accept(listener, NULL, NULL));
    } else if (event.data.fd == datagrams) {
      struct sockaddr_in from;
      socklen_t length = sizeof from;
      ssize_t size = recvfrom(datagrams, text, sizeof text, 0, (struct sockaddr *)&from, &length);
      sendto(datagrams, text, size, 0, (struct sockaddr *)&from, length);
      left--;
    } else {
      ssize_t size = read(event.data.fd, text, sizeof text);
      for (ssize_t done = 0; done < size;)
        done += write(event.data.fd, text + done, size - done);
      if (size <= 0) {
        close(event.data.fd);
        left--;
      }
    }
  }
  close(poll);
  close(listener);
  close(datagrams);
}
