.mode column
.headers on
create table t(a integer primary key, b text, c real);
insert into t values (1, 'x', 1.5), (2, 'y', null), (3, 'quote''d', -2e10);
select * from t where a > 1;
select sum(a), avg(c), group_concat(b), count(*), max(b) from t;
.mode json
select * from t;
.mode csv
select * from t;
.mode line
select a, b from t limit 1;
.schema
.tables
.dump
with recursive n(i) as (select 1 union all select i + 1 from n where i < 5) select group_concat(i) from n;
select upper('abc'), substr('hello', 2, 3), printf('%05.1f', 3.14159), date('2024-02-29', '+1 year'), abs(-5), typeof(1.0), hex(x'0aff');
create index i on t(b);
explain query plan select * from t where b = 'x';
select json_extract('{"a":[1,2]}', '$.a[1]');
select * from missing;
begin; delete from t; rollback; select count(*) from t;
.save saved.db
.read no-such-file
.quit
