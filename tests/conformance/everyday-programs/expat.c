// Documents in pieces of several sizes, entities, name spaces, and one that is malformed.
#include <expat.h>
#include <stdio.h>
#include <string.h>
static int depth, elements, text;
static void start(void *d, const char *n, const char **a) {
  (void)d;
  printf("%*s%s", 2 * depth++, "", n);
  while (*a) {
    printf(" %s=%s", a[0], a[1]);
    a += 2;
  }
  puts("");
  elements++;
}
static void end(void *d, const char *n) {
  (void)d, (void)n;
  depth--;
}
static void chars(void *d, const char *s, int n) {
  (void)d, (void)s;
  text += n;
}
int main(void) {
  static const char doc[] =
      "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e 'v<b/>w'><!ATTLIST i k CDATA 'def'>]><r xmlns='u'><i "
      "a='1' b='&lt;&#65;'/><i k='2'>&e;t\xc3\xa9xt</i><![CDATA[<raw>]]><!-- c --></r>";
  for (int step = 1; step < 40; step += 13) {
    XML_Parser p = XML_ParserCreate(NULL);
    XML_SetElementHandler(p, start, end);
    XML_SetCharacterDataHandler(p, chars);
    size_t n = strlen(doc);
    for (size_t at = 0; at < n; at += step) {
      int k = n - at < (size_t)step ? n - at : step;
      if (XML_Parse(p, doc + at, k, at + k == n) != XML_STATUS_OK) {
        printf("%s at %lu\n", XML_ErrorString(XML_GetErrorCode(p)), XML_GetCurrentLineNumber(p));
        break;
      }
    }
    XML_ParserFree(p);
  }
  XML_Parser p = XML_ParserCreateNS("UTF-8", '|');
  printf("%d", XML_Parse(p, "<a><b></a>", 10, 1));
  puts(XML_ErrorString(XML_GetErrorCode(p)));
  XML_ParserFree(p);
  printf("%d %d\n", elements, text);
}
