// netdb.h: protocols that everybody knows, and lists that are empty here.
//@ native: no
#include <netdb.h>
#include <string.h>

int main(void) {
  if (getprotobynumber(6)->p_proto != 6 || strcmp(getprotobyname("udp")->p_name, "udp") != 0 || getprotobyname("nonsense")) return 1;
  if (getservbyname("nonsense", "tcp") || getservbyport(4, "tcp") || getnetbyname("x") || getnetbyaddr(1, 2)) return 2;
  sethostent(0);
  setservent(0);
  setprotoent(0);
  setnetent(0);
  if (gethostent() || getservent() || getprotoent() || getnetent() || gethostbyname("no.such.host") || h_errno != HOST_NOT_FOUND) return 3;
  endhostent();
  endservent();
  endprotoent();
  endnetent();
  return 0;
}
