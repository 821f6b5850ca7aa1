import type { Random } from "./random";

/** Random small scripts, right and wrong: expressions, tables, text, JSON, and calls into Redis. */
export function scriptMaker({ below, pick, some }: Random): () => string {
  // Zero is made when the script runs: Lua 5.1 folds `0 * -3` into a constant that then stands for every other 0.
  const number = () =>
    pick([
      "(#ARGV - 3)",
      "1",
      "2",
      "-3",
      "2.5",
      "10",
      "1e15",
      "1e3",
      "0x1F",
      "9007199254740993",
      "1795255280626",
      "0.1",
      "100",
    ]);
  const text = () =>
    pick([
      "'a'",
      "'10'",
      "''",
      "'é'",
      "'x/y\"z'",
      "'0x10'",
      "'1e2'",
      "'a,b,c'",
      "[[long]]",
      "'\\n\\d'",
      "' 5 '",
    ]);
  const variable = () =>
    pick(["a", "b", "KEYS[1]", "ARGV[1]", "ARGV[2]", "ARGV[3]", "t[1]", "t[2]", "#t", "t.x"]);
  const leaf = () => pick<() => string>([number, text, variable, () => pick(["nil", "true", "false"])])();
  const operator = () => pick(["+", "-", "*", "/", "%", "..", "..", "==", "~=", "<", "and", "or", "^"]);
  const call = (depth: number): string => {
    const e = () => expression(depth - 1);
    return pick<() => string>([
      () => `text(${e()})`,
      () => `tonumber(${e()})`,
      () => `tonumber(${e()}, ${pick(["10", "16", "2"])})`,
      () => `math.floor(${e()})`,
      () => `math.${pick(["ceil", "abs", "sqrt"])}(${e()})`,
      () => `math.${pick(["max", "min", "fmod", "pow"])}(${e()}, ${e()})`,
      () => `string.len(${e()})`,
      () => `string.sub(${e()}, ${number()}, ${pick(["-1", "2", "2.7"])})`,
      () => `string.rep(${e()}, ${pick(["0", "2", "3.9", "-1"])})`,
      () => `string.${pick(["upper", "lower", "reverse", "byte"])}(${e()})`,
      () => `string.format('${pick(["%d", "%s", "%5.2f", "%x", "%q", "%g", "%05d", "%%"])}', ${e()})`,
      () => `string.find(${e()}, ${pick(["'a'", "'%d+'", "','", "'(b)'"])})`,
      () =>
        `string.gsub(${e()}, ${pick(["'a'", "'%d'", "'.'"])}, ${pick(["'<%0>'", "7", "function(c) return 1 end", "{a='z'}"])})`,
      () => `string.match(${e()}, ${pick(["'%d+'", "'(.)(.)'", "'^a'"])})`,
      () => `table.concat({${e()}, ${e()}}, ${pick(["','", "1", "''"])})`,
      () => `type(${e()})`,
      () => `select(${pick(["'#'", "1", "2", "-1"])}, ${e()}, ${e()})`,
      () => `unpack({${e()}, ${e()}})`,
      () =>
        `cjson.encode(${pick([e(), `{${e()}, ${e()}}`, `{k=${e()}}`, "{}", "{[3]=1}", "{[30]=1}", "{{},{1}}"])})`,
      () =>
        `cjson.decode(${pick([e(), "ARGV[3]", "'[1,2,{\"a\":null}]'", '\'{"a":[1.5,"é\\\\u00e9"]}\'', "'[1'", "'nul'", "'{\"a\" 1}'"])})`,
      () => `redis.sha1hex(${text()})`,
      () =>
        `redis.${pick(["error_reply", "status_reply"])}(${pick(["'a'", "'MY err'", "'-CODE x y'", "'-x'", "'é\\n'"])})`,
      () => `redis.${pick(["call", "pcall"])}(${redisWords(depth)})`,
      () => `pcall(redis.call, ${redisWords(depth)})`,
      () => `(redis.pcall(${redisWords(depth)}) or {}).err`,
    ])();
  };
  const redisWords = (depth: number): string =>
    pick<() => string>([
      () => `'${pick(["GET", "INCR", "ZCARD", "HGETALL", "TYPE", "DEL", "TTL"])}', KEYS[1]`,
      () => `'SET', KEYS[1], ${expression(depth - 1)}`,
      () => `'${pick(["INCRBY", "RPUSH", "ECHO"])}', KEYS[1], ${expression(depth - 1)}`,
      () => `'HSET', KEYS[1], 'f', ${expression(depth - 1)}`,
      () => `'ZADD', KEYS[1], ${number()}, 'm'`,
      () => `'LRANGE', KEYS[1], '0', '-1'`,
      () => `'SET', KEYS[1], 'x\\0\\255y'`,
      () => pick(["'NOSUCH'", "'GET'", "'EVAL', 'return 1', 0", "", "{}", "'ECHO', nil"]),
    ])();
  const expression = (depth: number): string => {
    if (depth <= 0 || below(4) === 0) return leaf();
    return pick<() => string>([
      () => `(${expression(depth - 1)} ${operator()} ${expression(depth - 1)})`,
      () => `(${expression(depth - 1)} .. ${expression(depth - 1)} .. ${expression(depth - 1)})`,
      () => call(depth),
      () => call(depth),
      () => `(not ${expression(depth - 1)})`,
      () => `{${some(3, () => expression(depth - 1)).join(", ")}}`,
    ])();
  };
  /** An expression whose error, if it raises one, is a value: the script goes on. */
  const tried = (depth: number): string => `try(function() return ${expression(depth)} end)`;
  const statement = (): string =>
    pick<() => string>([
      () => `${pick(["a", "b", "t.x", "t[#t+1]"])} = ${tried(3)}`,
      () => `${pick(["a", "b", "t.x", "t[#t+1]"])} = ${tried(2)}`,
      () => `for i = 1, ${pick(["3", "#t", "2.5"])} do t[i] = i .. '' end`,
      () => `if ${tried(2)} then a = ${tried(2)} else b = ${tried(1)} end`,
      () => `for k, v in ${pick(["ipairs(t)", "ipairs(ARGV)", "string.gmatch('a1b2', '%a')"])} do b = v end`,
      () => `redis.pcall(${redisWords(2)})`,
      () =>
        pick([
          "-- a note",
          "a = #'--[[x]]' .. '..'",
          "--[[ .. ]] a = 1",
          "a = try(function() b = 7 x = 1 end)",
        ]),
    ])();
  const failure = (): string =>
    pick<() => string>([
      () => expression(2).replace(/^/, "a = "),
      () => `redis.call(${redisWords(2)})`,
      () =>
        pick([
          "undefined_global = 1",
          "a = undefined_global",
          "string.x = 1",
          "error('no')",
          "error({err='MY no'})",
        ]),
      () => "error()",
    ])();
  const result = (): string =>
    pick<() => string>([
      () => `return ${tried(3)}`,
      () => `return {${some(4, () => tried(2)).join(", ")}}`,
      () => "return {a, b, #t, t[1], text(t[2]), t.x}",
      () => "return redis.pcall('GET', KEYS[1])",
    ])();
  const TRY = "local function try(f) local ok, v = pcall(f) if ok then return v end return 'failed' end";
  // A table as text is its address.
  const TEXT = "local function text(v) if type(v) == 'table' then return 'table' end return tostring(v) end";
  return () => {
    const start = `${TRY} ${TEXT} local a, b, t = ${tried(1)}, ${tried(1)}, {}`;
    const wrong = below(5) === 0 ? [failure()] : [];
    return [start, ...some(4, statement), ...wrong, result()].join("\n");
  };
}
