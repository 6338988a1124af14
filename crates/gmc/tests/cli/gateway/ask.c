/* Sends a word to a port of this machine, over TCP or UDP (u), and prints the answer; waits for two seconds at most. */
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count != 4) return 2;
  struct addrinfo wanted = {.ai_family = AF_INET, .ai_socktype = *arguments[1] == 'u' ? SOCK_DGRAM : SOCK_STREAM}, *found;
  if (getaddrinfo("localhost", arguments[2], &wanted, &found)) return 3;
  int s = socket(AF_INET, wanted.ai_socktype, 0);
  int error = connect(s, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  if (error) {
    perror("connect");
    close(s);
    return 4;
  }
  write(s, arguments[3], strlen(arguments[3]));
  if (wanted.ai_socktype == SOCK_STREAM) shutdown(s, SHUT_WR);
  char text[100];
  struct pollfd there = {.fd = s, .events = POLLIN};
  ssize_t size = poll(&there, 1, 2000) == 1 ? read(s, text, sizeof text) : -1;
  if (size < 0) puts("nothing comes");
  else printf("%.*s\n", (int)size, text);
  close(s);
}
