import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EmbeddedOptions, embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { globMatcher } from "@/sandbox/redis/embedded/glob";
import { formatDouble, parseDouble, parseInteger } from "@/sandbox/redis/embedded/numbers";
import { SortedSet } from "@/sandbox/redis/embedded/sorted-set";
import { type Reply, ReplyError, Status } from "@/sandbox/redis/engine";
import { cpuMs } from "../support/cpu-time";
import { runs } from "../support/properties";

function readable(reply: Reply): unknown {
  if (reply instanceof Status) return reply.text;
  if (reply instanceof ReplyError) return `error: ${reply.message}`;
  if (Array.isArray(reply)) return reply.map(readable);
  return Buffer.isBuffer(reply) ? reply.toString() : reply;
}

/** An engine that is spoken to in words. */
async function engineOf(options: EmbeddedOptions = {}) {
  const engine = await embeddedEngine(options);
  return async (...command: (string | number)[]): Promise<unknown> => {
    const [reply = null] = await engine.run([command.map((word) => Buffer.from(String(word)))], false);
    return readable(reply);
  };
}

describe("time", () => {
  it("ends a key in the very millisecond that was set, and TTL rounds to the nearest second", async () => {
    let now = 1_700_000_000_000;
    const run = await engineOf({ now: () => now });
    await run("SET", "k", "v", "PX", 1_500);
    expect([await run("PTTL", "k"), await run("TTL", "k")]).toEqual([1_500, 2]);
    expect(await run("PEXPIRETIME", "k")).toBe(now + 1_500);
    now += 1_499;
    expect([await run("GET", "k"), await run("PTTL", "k"), await run("TTL", "k")]).toEqual(["v", 1, 0]);
    now += 1;
    expect([await run("GET", "k"), await run("EXISTS", "k"), await run("DBSIZE")]).toEqual([null, 0, 0]);
    expect(await run("SET", "k", "new", "NX")).toBe("OK");
    expect(await run("TIME")).toEqual(["1700000001", "500000"]);
  });

  it("stands still in a script", async () => {
    let now = 1_700_000_000_000;
    const run = await engineOf({ now: () => now++ });
    const script = `redis.call("SET", KEYS[1], "v", "PX", 1)
      for i = 1, 50 do redis.call("TIME") end
      return redis.call("GET", KEYS[1])`;
    expect(await run("EVAL", script, 1, "k")).toBe("v");
  });

  it("counts an end in the past as a removal", async () => {
    const run = await engineOf();
    await run("SET", "k", "v");
    expect(await run("PEXPIREAT", "k", 1)).toBe(1);
    expect(await run("EXISTS", "k")).toBe(0);
    expect(await run("SET", "k", "v", "PX", 0)).toBe("error: ERR invalid expire time in 'set' command");
    expect(await run("EXPIRE", "k", "9223372036854775807")).toMatch(/invalid expire time in 'expire'/);
  });
});

describe("a script that takes too much", () => {
  const budget = { instructions: 500_000, milliseconds: 500, memoryBytes: 8 * 1024 * 1024 };

  it.each([
    ["runs for ever", "while true do end", "BUSY"],
    ["catches its own end", "while true do pcall(function() while true do end end) end", "BUSY"],
    [
      "catches it in a handler",
      "xpcall(function() while true do end end, function() while true do end end)",
      "BUSY",
    ],
    ["hides in a coroutine", "coroutine.wrap(function() while true do end end)()", "BUSY"],
    ["hides in many", "while true do coroutine.wrap(function() for i = 1, 9000 do end end)() end", "BUSY"],
    ["hides in a comparison", "table.sort({ 1, 2, 3 }, function() while true do end end)", "BUSY"],
    ["calls itself for ever", "local function f() return 1 + f() end return f()", "ERR"],
    ["calls Redis for ever", "while true do redis.call('ECHO', 'x') end", "BUSY"],
    [
      "fills its memory",
      "local t = {} while true do t[#t + 1] = ('x'):rep(100000) .. #t end",
      "ERR not enough memory",
    ],
    ["asks for too much at once", "return ('x'):rep(1e9)", "ERR not enough memory"],
    ["nests its answer for ever", "local t = {} t[1] = t return t", ""],
  ])("%s: it ends with an error and the next script runs", async (_, script, message) => {
    // What ends for want of memory must not end for want of time on a busy machine.
    const milliseconds = message.startsWith("BUSY") ? budget.milliseconds : 15_000;
    const run = await engineOf({ budget: { ...budget, milliseconds } });
    const answer = JSON.stringify(await run("EVAL", script, 0));
    expect(answer).toContain(`error: ${message}`);
    expect(await run("EVAL", "return { 1, ('x'):rep(3), redis.call('ECHO', 'y') }", 0)).toEqual([
      1,
      "xxx",
      "y",
    ]);
  });

  it("is refused a finalizer, which would run outside of its budget", async () => {
    const run = await engineOf({ budget });
    expect(await run("EVAL", "setmetatable({}, { __gc = function() end })", 0)).toContain(
      "__gc is not available",
    );
  });

  it("is not needed to fill the memory: old scripts make room for new ones", async () => {
    const run = await engineOf({ budget: { ...budget, memoryBytes: 3 * 1024 * 1024 } });
    const loaded = await run("SCRIPT", "LOAD", "return 'loaded'");
    for (let n = 0; n < 3_000; n++)
      expect(await run("EVAL", `local x = "${String(n).repeat(500)}" return ${n}`, 0)).toBe(n);
    expect(await run("EVALSHA", String(loaded), 0)).toBe("loaded");
  });
});

it("a fault of the engine itself fails the call and leaves scripts and data usable", async () => {
  let broken = false;
  const clock = () => {
    if (broken) throw new Error("the clock stopped");
    return Date.now();
  };
  const run = await engineOf({ now: clock });
  await run("SET", "k", "v");
  const script = "return redis.call('GET', KEYS[1])";
  await run("EVAL", script, 1, "k");
  broken = true;
  await expect(run("EVAL", "return redis.call('PEXPIRE', KEYS[1], 5)", 1, "k")).rejects.toThrow(
    "the clock stopped",
  );
  broken = false;
  expect(await run("EVAL", script, 1, "k")).toBe("v");
});

describe("a stream", () => {
  it("gives ids by the clock that never go back, as a clock may", async () => {
    let clock = 1_795_000_000_000;
    const run = await engineOf({ now: () => clock });
    const add = () => run("XADD", "s", "*", "f", "v");
    expect(await add()).toBe("1795000000000-0");
    expect(await add()).toBe("1795000000000-1");
    clock -= 60_000;
    expect(await add()).toBe("1795000000000-2");
    clock += 120_000;
    expect(await add()).toBe("1795000060000-0");
    expect(await run("XLEN", "s")).toBe(4);
  });

  it("refuses what it does not know, and makes no key for what it refuses", async () => {
    const run = await engineOf();
    expect(String(await run("XADD", "s", "MAXLEN", "5", "*", "f", "v"))).toContain("no options of XADD");
    expect(String(await run("XADD", "s", "0-0", "f", "v"))).toContain("greater than 0-0");
    expect(await run("EXISTS", "s")).toBe(0);
  });
});

describe("numbers", () => {
  it("print so that they read back as the same double", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (n) => {
        expect(parseDouble(formatDouble(n))).toBe(n);
      }),
    );
    const known = [0.1, 1e20, 1e-7, 3, -0.5, 1e17, 123456.789, Infinity];
    expect(known.map(formatDouble)).toEqual([
      ...["0.1", "1e+20", "1e-7", "3", "-0.5", "100000000000000000", "123456.789", "inf"],
    ]);
  });

  it("are whole only in their one spelling and within 64 bits", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        (n) => parseInteger(String(n)) === n,
      ),
    );
    for (const wrong of ["", "+1", " 1", "1 ", "01", "-0", "1.0", "1e3", "0x1", "9223372036854775808", "x"])
      expect(parseInteger(wrong)).toBeUndefined();
  });
});

describe("sorted sets", () => {
  it("are in order after any changes", () => {
    const score = fc.constantFrom(-Infinity, -1, -0, 0, 0.5, 1, 2, Infinity);
    const change = fc.tuple(fc.constantFrom("a", "b", "c", "d", "é", "aa"), fc.option(score));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const set = new SortedSet();
        const model = new Map<string, number>();
        for (const [member, value] of changes) {
          if (value === null) expect(set.delete(member)).toBe(model.delete(member));
          else {
            set.set(member, value);
            model.set(member, value + 0);
          }
        }
        const sorted = [...model]
          .map(([member, value]) => ({ member, score: value }))
          .sort((a, b) => a.score - b.score || (a.member < b.member ? -1 : 1));
        expect(set.ordered()).toEqual(sorted);
      }),
    );
  });
});

describe("patterns", () => {
  /** The same rules by trying everything, for stars and question marks. */
  const naive = (pattern: string, text: string): boolean => {
    if (pattern === "") return text === "";
    if (pattern[0] === "*")
      return naive(pattern.slice(1), text) || (text !== "" && naive(pattern, text.slice(1)));
    return (
      text !== "" && (pattern[0] === "?" || pattern[0] === text[0]) && naive(pattern.slice(1), text.slice(1))
    );
  };

  it("match what trying every way would match", () => {
    const word = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 });
    fc.assert(
      fc.property(
        word("ab*?"),
        word("ab"),
        (pattern, text) => globMatcher(pattern)(text) === naive(pattern, text),
      ),
      runs(20),
    );
  });

  it.each([
    ["h[ae]llo", "hello", true],
    ["h[^e]llo", "hello", false],
    ["h[a-b]llo", "hbllo", true],
    ["h[b-a]llo", "hallo", true],
    ["\\*", "*", true],
    ["\\*", "x", false],
    ["[\\]]", "]", true],
    ["[abc", "b", true],
    ["[]x", "x", false],
    ["a\nb", "a\nb", true],
  ])("%j against %j: %s", (pattern, text, matches) => {
    expect(globMatcher(pattern)(text)).toBe(matches);
  });

  it("take no longer for a pattern made to be slow", () => {
    const slow = globMatcher("*a".repeat(50) + "b");
    expect(cpuMs(() => expect(slow("a".repeat(20_000))).toBe(false))).toBeLessThan(500);
  });
});
