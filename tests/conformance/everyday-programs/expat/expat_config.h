// What configuring it on Linux gives.
#define BYTEORDER 1234
#define HAVE_FCNTL_H 1
#define HAVE_GETRANDOM 1
#define HAVE_UNISTD_H 1
#define HAVE_STDINT_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define XML_CONTEXT_BYTES 1024
#define XML_DTD 1
#define XML_GE 1
#define XML_NS 1
#define STDC_HEADERS 1
#define PACKAGE "expat"
#define PACKAGE_BUGREPORT "x"
#define PACKAGE_NAME "expat"
#define PACKAGE_STRING "expat 2.x"
#define PACKAGE_TARNAME "expat"
#define PACKAGE_VERSION "2"
#define VERSION "2"
