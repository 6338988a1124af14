.name, (.numbers | sort, add, length, map(. * 2), min, max), (.nested | keys, tostring), [.nested.a | .. | numbers],
(to_entries | map(.key)), (.nested.s | ascii_upcase, length, utf8bytelength, @json, @base64, @uri, explode[0]), (.numbers | group_by(. > 1)),
([range(5)] | map(select(. % 2 == 0))), (reduce .numbers[] as $x (0; . + $x)), (try error("x") catch .), ("2015-03-05T23:51:47Z" | fromdate, strptime("%Y-%m-%dT%H:%M:%SZ")),
(1425599621 | todate, (gmtime | mktime), strftime("%A, %B %d, %Y")), ("a,b;c" | split(",")), ([1, [2]] | flatten), (.numbers | @csv, @tsv), (2 | pow(.; 10), log2, exp10, sqrt),
(["a", "b"] | join("-")), ({} | .a.b.c = 1), ([3, 1, 2] | sort_by(-.)), (. as {name: $n} | $n), (def f(x): x * x; f(7)), ("test" | ltrimstr("te")), (input_line_number | type), ([limit(3; repeat(1))])
