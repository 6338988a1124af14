/* Some of everything that sqlite does, in memory, with the same output every time. */
#include "sqlite3.h"
#include <stdio.h>

static int row(void *user, int columns, char **values, char **names)
{
  (void)user;
  (void)names;
  for (int i = 0; i < columns; i++)
    printf("%s%s", values[i] ? values[i] : "NULL", i + 1 < columns ? "|" : "\n");
  return 0;
}

int main(void)
{
  static const char sql[] =
    "create table t(a integer primary key, b text, c real);"
    "with recursive n(i) as (select 1 union all select i+1 from n where i<2000)"
    " insert into t select i, printf('x%05d', (i*7919)%2003), i*0.25 from n;"
    "create index tb on t(b);"
    "select count(*), sum(a), avg(c), min(b), max(b) from t;"
    "select a, b from t where b between 'x00100' and 'x00110' order by b;"
    "delete from t where a%3=0; update t set c=c*2 where a%5=0;"
    "select substr(b,1,4) p, count(*), round(sum(c),2) from t group by p order by p limit 12;"
    "select json_extract('{\"a\":[1,2,{\"b\":3}]}','$.a[2].b');"
    "pragma integrity_check;";
  sqlite3 *database;
  char *error = 0;
  if (sqlite3_open(":memory:", &database))
    return 1;
  if (sqlite3_exec(database, sql, row, 0, &error)) {
    printf("%s\n", error);
    return 2;
  }
  return sqlite3_close(database);
}
