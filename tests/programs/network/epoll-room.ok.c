// epoll tells a TCP socket that has met a full buffer when there is room again, by levels and by edges.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static char buffer[65536];

static void fill(int file) {
  while (write(file, buffer, sizeof buffer) > 0) {}
  assert(errno == EAGAIN);
}

static void drain(int file) {
  while (recv(file, buffer, sizeof buffer, MSG_DONTWAIT) > 0) {}
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t length = sizeof address;
  int server = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
  assert(!bind(server, (struct sockaddr *)&address, sizeof address) && !listen(server, 1));
  assert(!getsockname(server, (struct sockaddr *)&address, &length));
  assert(!connect(client, (struct sockaddr *)&address, sizeof address));
  int peer = accept(server, 0, 0), instance = epoll_create1(0);
  assert(peer >= 0 && fcntl(client, F_SETFL, O_NONBLOCK) == 0);
  for (int edges = 0; edges < 2; edges++) {
    fill(client);
    struct epoll_event event = {.events = EPOLLOUT | (edges ? EPOLLET : 0)};
    assert(!epoll_ctl(instance, EPOLL_CTL_ADD, client, &event));
    assert(epoll_wait(instance, &event, 1, 0) == 0);
    drain(peer);
    assert(epoll_wait(instance, &event, 1, -1) == 1 && event.events == EPOLLOUT);
    assert(epoll_wait(instance, &event, 1, 0) == !edges);
    assert(!epoll_ctl(instance, EPOLL_CTL_DEL, client, 0));
  }
  return 0;
}
