-- Tables with indices, a transaction of 10,000 rows, joins, aggregates, windows, text, errors.
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
CREATE TABLE purchase(id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer(id), amount REAL, day TEXT);
CREATE INDEX by_customer ON purchase(customer);
CREATE INDEX by_day ON purchase(day, amount);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
  INSERT INTO customer SELECT i, 'customer ' || i, CASE i % 4 WHEN 0 THEN 'Berlin' WHEN 1 THEN 'Paris' WHEN 2 THEN 'Rome' END FROM n;
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
  INSERT INTO purchase SELECT i, 1 + (i * 7919) % 100, (i * 31 % 1000) / 10.0, printf('2024-%02d-%02d', 1 + i % 12, 1 + i % 28) FROM n;
COMMIT;
SELECT count(*), sum(amount), min(amount), max(amount), avg(amount) FROM purchase;
SELECT city, count(*), round(sum(amount), 2) FROM customer JOIN purchase ON customer.id = purchase.customer GROUP BY city ORDER BY city;
SELECT name, count(*) AS n, total(amount) FROM customer c LEFT JOIN purchase p ON p.customer = c.id AND p.day > '2024-06' GROUP BY c.id HAVING n > 50 ORDER BY 3 DESC, 1 LIMIT 5;
SELECT day, sum(amount) OVER (ORDER BY day ROWS 2 PRECEDING) FROM purchase WHERE customer = 42 ORDER BY day, id LIMIT 8;
EXPLAIN QUERY PLAN SELECT * FROM purchase WHERE customer = 17;
UPDATE purchase SET amount = amount * 1.1 WHERE day LIKE '2024-03%';
DELETE FROM purchase WHERE id % 3 = 0;
SELECT count(*), round(sum(amount), 3) FROM purchase;
BEGIN;
DELETE FROM purchase;
ROLLBACK;
SELECT count(*) FROM purchase;
SELECT upper(substr(name, 1, 4)), length(name), instr(name, '9'), hex(name), quote(city) FROM customer WHERE id IN (9, 19, 99) ORDER BY id;
SELECT group_concat(city, ',') FROM (SELECT DISTINCT city FROM customer WHERE city IS NOT NULL ORDER BY city);
SELECT date('2024-02-28', '+2 days'), strftime('%j %W', '2024-12-31'), julianday('2000-01-01 12:00:00');
SELECT 1e100, 0.1 + 0.2, 1/3.0, 9223372036854775807, -5 / 2, -5 % 3, 1 << 40, 'a' < 'b', NULL IS NULL;
PRAGMA integrity_check;
INSERT INTO customer VALUES(1, 'twice', NULL);
