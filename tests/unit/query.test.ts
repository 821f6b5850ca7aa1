import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ApiError } from "@/lib/http/api-error";
import { parseArguments } from "@/lib/http/body";
import { queryOf, queryReader } from "@/lib/http/query";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";

const input = z.strictObject({
  limit: z.int().min(1).max(50).default(10),
  price: z.number().optional(),
  flag: z.boolean().optional(),
  list: z.literal(1).optional(),
  chain: z.enum(["solana", "base"]).default("solana"),
  level: z.enum({ low: 1, high: 2 }).optional(),
  q: z.string().max(80).optional(),
  symbols: z.array(z.enum(["BTC", "ETH"])).optional(),
  steps: z.array(z.int()).readonly().optional(),
  at: z.union([z.iso.datetime(), z.literal("now")]).optional(),
});
const read = queryReader(input);

/** What the route's handler gets, as `serve` makes it. */
const parse = (query: string): unknown => parseArguments(input, read(new URLSearchParams(query)));

function refusal(query: string): { status: number; path: unknown; message: string } {
  try {
    parse(query);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [first] = error.options.details?.issues as { path: string }[]; // as invalidRequest writes them
    return { status: error.status, path: first?.path, message: error.message };
  }
  throw new Error(`${query} was taken`);
}

describe("a query", () => {
  it("reads as the input's schema has it", () => {
    const query =
      "limit=20&price=-0.5&flag=true&list=1&chain=base&level=2&q=a%26b&symbols=ETH&symbols=BTC&steps=3&at=now";
    expect(parse(query)).toEqual({
      limit: 20,
      price: -0.5,
      flag: true,
      list: 1,
      chain: "base",
      level: 2,
      q: "a&b",
      symbols: ["ETH", "BTC"],
      steps: [3],
      at: "now",
    });
  });

  it("leaves defaults to the schema, and text as it was sent", () => {
    expect(parse("")).toEqual({ limit: 10, chain: "solana" });
    expect(parse("q=%2010%20")).toEqual({ limit: 10, chain: "solana", q: " 10 " });
    expect(parse("flag=false")).toMatchObject({ flag: false });
  });

  it("takes nothing for what may be left out as though it were, and for nothing else", () => {
    expect(parse("limit=&flag=&chain=&q=&symbols=&symbols=&steps=&at=")).toEqual({
      limit: 10,
      chain: "solana",
    });
    const required = queryReader(z.strictObject({ id: z.string() }));
    expect(required(new URLSearchParams("id="))).toEqual({ id: "" });
  });

  it.each([
    ["limit=1e3", "limit", '"1e3" was given'],
    ["limit=0x10", "limit", '"0x10" was given'],
    ["limit=%2010", "limit", '" 10" was given'],
    ["limit=+10", "limit", '" 10" was given'],
    ["limit=%2B10", "limit", '"+10" was given'],
    ["limit=010", "limit", '"010" was given'],
    ["limit=NaN", "limit", "a number in decimal digits"],
    ["limit=Infinity", "limit", "a number in decimal digits"],
    [`price=${"9".repeat(400)}`, "price", "a number in decimal digits"],
    ["price=.5", "price", "a number in decimal digits"],
    ["price=5.", "price", "a number in decimal digits"],
    ["price=1,5", "price", "a number in decimal digits"],
    ["limit=ten", "limit", "a number in decimal digits"],
    ["limit=1.5", "limit", "a whole number, such as 10"],
    ["limit=51", "limit", "50"],
    ["limit=99999999999999999999", "limit", "at most 50"],
    ["flag=yes", "flag", "true or false"],
    ["flag=1", "flag", "true or false"],
    ["flag=TRUE", "flag", "true or false"],
    ["list=2", "list", "must be 1"],
    ["level=3", "level", "1 or 2"],
    ["level=low", "level", "1 or 2"],
    ["chain=bitcoin", "chain", "solana"],
    ["limit=1&limit=2", "limit", "given 2 times"],
    ["q=a&q=a", "q", "given 2 times"],
    ["q=&q=", "q", "given 2 times"],
    ["steps=1&steps=", "steps", "nothing was given"],
    ["other=", "other", ""],
    ["symbols=BTC&symbols=DOGE", "symbols.1", "BTC"],
    ["steps=1&steps=x", "steps", '"x" was given'],
    ["at=yesterday", "at", ""],
  ])("%s is refused, and the refusal says which parameter and why", (query, path, message) => {
    expect(refusal(query)).toMatchObject({ status: 400, path, message: expect.stringContaining(message) });
  });

  it("is refused for every parameter that is wrong, each named", () => {
    try {
      parse("limit=x&flag=y&q=z");
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        options: { details: { issues: [{ path: "limit" }, { path: "flag" }] } },
      });
    }
  });

  it("with a parameter that the route does not know is refused as a body with such a member is", () => {
    for (const name of ["other", "__proto__", "constructor", "toString"])
      expect(refusal(`${name}=1`)).toMatchObject({ status: 400, message: expect.stringContaining(name) });
    expect(refusal("other=1&other=2")).toMatchObject({ status: 400, path: "other" });
  });

  it.each([
    ["an object", z.strictObject({ a: z.strictObject({}) })],
    ["null", z.strictObject({ a: z.string().nullable() })],
    [
      "a number or a text, which text can't tell apart",
      z.strictObject({ a: z.union([z.string(), z.number()]) }),
    ],
    ["whatever a function makes of it", z.strictObject({ a: z.preprocess(Number, z.number()) })],
    ["lists of lists", z.strictObject({ a: z.array(z.array(z.int())) })],
    ["no object at all", z.string()],
  ])("can't be of an input that takes %s: such a route does not start", (_, schema) => {
    expect(() => queryReader(schema)).toThrow();
  });
});

describe("the same request over HTTP and as a tool's call", () => {
  const values = fc.record(
    {
      limit: fc.integer({ min: 1, max: 50 }),
      // JSON's -0 and a query's are both 0 to whoever compares requests.
      price: fc.double({ noNaN: true, noDefaultInfinity: true }).map((price) => price + 0),
      flag: fc.boolean(),
      list: fc.constant(1),
      level: fc.constantFrom(1, 2),
      q: fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
      symbols: fc.array(fc.constantFrom("BTC", "ETH"), { minLength: 1 }),
      steps: fc.array(fc.integer(), { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  /** The same in another spelling: names in another order, a zero behind the point. */
  function respelled(query: URLSearchParams): URLSearchParams {
    const names = [...new Set(query.keys())].reverse();
    const zero = (name: string, text: string): string => (name === "limit" ? `${text}.0` : text);
    return new URLSearchParams(
      names.flatMap((name) => query.getAll(name).map((text) => [name, zero(name, text)])),
    );
  }

  it("is the same to the handler and to the fingerprint", async () => {
    await fc.assert(
      fc.asyncProperty(values, async (args) => {
        const query = queryOf(args);
        const sent = read(query);
        expect(parseArguments(input, sent)).toEqual(parseArguments(input, args));
        const print = await requestFingerprint("/api/x", args);
        for (const spelling of [sent, read(respelled(query))])
          expect(await requestFingerprint("/api/x", spelling)).toBe(print);
      }),
    );
  });

  it("writes no number with an exponent, and every one so that it reads as the same", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (price) => {
        const query = queryOf({ price });
        expect(query.get("price")).not.toMatch(/e/i);
        expect(read(query)["price"]).toBe(price === 0 ? 0 : price);
      }),
    );
    expect(queryOf({ price: 1e21 }).get("price")).toBe("1000000000000000000000");
    expect(queryOf({ price: -1.5e-7 }).get("price")).toBe("-0.00000015");
  });

  it("is refused where a query can't say it: an empty list", () => {
    expect(() => queryOf({ symbols: [] })).toThrow(/must have a member/);
  });
});
