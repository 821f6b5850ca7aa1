import { describe, expect, it } from "vitest";
import * as z from "zod";
import { published } from "@/lib/catalog/published";
import { macroEntry } from "@/lib/desks/macro/entry";
import { trenchesEntry } from "@/lib/desks/trenches/entry";
import { ApiError } from "@/lib/http/api-error";
import { parseArguments } from "@/lib/http/body";

const schema = z.strictObject({
  symbols: z
    .array(z.enum(["BTC", "ETH"]))
    .max(2)
    .optional(),
  limit: z.int().min(1).max(50).default(10),
  share: z.number().min(0.5).optional(),
  title: z.string().max(5),
  url: z.url().optional(),
  chain: z.enum(["solana", "base"]).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  day: z.iso.date().optional(),
  own: z.string({ error: "must name a wallet, such as 0xabc" }).optional(),
  deep: z.strictObject({ flag: z.boolean() }).optional(),
});

const refused = (
  args: Record<string, unknown>,
): { message: string; issues: { path: string; message: string }[] } => {
  try {
    parseArguments(schema, args);
  } catch (error) {
    if (error instanceof ApiError)
      return {
        message: error.message,
        ...(error.options.details as { issues: { path: string; message: string }[] }),
      };
    throw error;
  }
  throw new Error("was not refused");
};

describe("a refused body", () => {
  it("says what would do where its rule is the desks' own", () => {
    const said = (taken: z.ZodType, args: Record<string, unknown>): string => {
      try {
        parseArguments(taken, args);
      } catch (error) {
        if (error instanceof ApiError) return error.message;
      }
      throw new Error("was not refused as a body");
    };
    expect(said(macroEntry.input, { detail: "all" })).toMatch(
      /`detail`: must be brief or full, such as "full"$/,
    );
    expect(said(trenchesEntry.input, { address: "abc" })).toMatch(/`address`: must be .*, such as So1{40}2$/);
  });

  it.each([
    [{}, "title", 'is required, and must be a text, such as "text"'],
    [{ title: 7 }, "title", 'must be a text, such as "text"'],
    [{ title: "longer than that" }, "title", "must be at most 5 characters"],
    [{ title: "t", limit: "ten" }, "limit", "must be a number, such as 10"],
    [{ title: "t", limit: 1.5 }, "limit", "must be a whole number, such as 10"],
    [{ title: "t", limit: 51 }, "limit", "must be at most 50, such as 10"],
    [{ title: "t", limit: 1e308 }, "limit", "must be at most 50, such as 10"],
    [{ title: "t", share: 0.1 }, "share", "must be at least 0.5, such as 0.5"],
    [{ title: "t", chain: "mars" }, "chain", 'must be one of solana, base, such as "solana"'],
    [{ title: "t", symbols: ["DOGE"] }, "symbols.0", 'must be one of BTC, ETH, such as "BTC"'],
    [{ title: "t", symbols: "BTC" }, "symbols", 'must be a list, such as ["BTC"]'],
    [{ title: "t", symbols: ["BTC", "ETH", "BTC"] }, "symbols", 'must be at most 2 items, such as ["BTC"]'],
    [{ title: "t", url: "no" }, "url", "must be written as url"],
    [
      { title: "t", at: "now" },
      "at",
      'must be a time of ISO 8601 with its offset, such as "2026-11-26T13:00:00Z"',
    ],
    [{ title: "t", day: "today" }, "day", 'must be a day, such as "2026-11-26"'],
    [{ title: "t", own: 7 }, "own", "must name a wallet, such as 0xabc"],
    [{ title: "t", deep: { flag: "yes" } }, "deep.flag", "must be true or false, such as true"],
    [{ title: "t", deep: { flag: true, x: 1 } }, "deep.x", "is no member of this request; it takes flag"],
    [
      { title: "t", limits: 3 },
      "limits",
      "is no member of this request; it takes symbols, limit, share, title, url, chain, at, day, own, deep",
    ],
  ])("%j: `%s` %s", (args, path, message) => {
    const { issues, message: whole } = refused(args);
    expect(issues).toEqual([{ path, message }]);
    expect(whole).toContain(`\`${path}\`: ${message}`);
  });

  it("says of a word that is left out that it is required, and which would do", () => {
    expect(() => parseArguments(z.strictObject({ chain: z.enum(["sol", "evm"]) }), {})).toThrow(
      '`chain`: is required, and must be one of sol, evm, such as "sol"',
    );
    expect(() => parseArguments(z.strictObject({ jsonrpc: z.literal("2.0") }), {})).toThrow(
      '`jsonrpc`: is required, and must be 2.0, such as "2.0"',
    );
  });

  it("names no item for a list that says nothing of its items: a guess would be refused in its turn", () => {
    const refusal = (path: string): string => {
      const entry = published.find((one) => one.path === path);
      try {
        parseArguments(entry?.input ?? z.never(), {});
      } catch (error) {
        const { issues } = (error as ApiError).options.details as {
          issues: { path: string; message: string }[];
        };
        return issues.find((issue) => issue.path === "categories")?.message ?? "";
      }
      return "";
    };
    expect(refusal("/api/lounge-signal-publish")).toBe("is required, and must be a list");
  });

  it("does not take a member of the language for the request's", () => {
    expect(refused({ title: "t", constructor: 1 }).issues[0]?.path).toBe("constructor");
  });

  const routes = published.map((entry) => [`${entry.method} ${entry.path}`, entry] as const);
  it.each(routes)(
    "of %s says itself how a text is written, and sends nobody to the documentation",
    (_, entry) => {
      const shape = (entry.input as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {};
      for (const [name, member] of Object.entries(shape))
        for (const wrong of ["", "!", "x".repeat(20_000)]) {
          const one = z.strictObject({ [name]: member });
          if (one.safeParse({ [name]: wrong }).success) continue;
          expect(() => parseArguments(one, { [name]: wrong })).toThrow(/^(?!.*the documentation says)/s);
        }
    },
  );

  it.each(routes)("of %s is never told in the validator's words", (_, entry) => {
    for (const wrong of [7, "x".repeat(20_000), [], {}, null, true, -1e9]) {
      const shape = (entry.input as unknown as { shape?: object }).shape ?? {};
      const args = Object.fromEntries([...Object.keys(shape), "no such member"].map((name) => [name, wrong]));
      const parse = () => parseArguments(entry.input, args);
      expect(parse).toThrow(ApiError);
      try {
        parse();
      } catch (error) {
        const { issues } = (error as ApiError).options.details as { issues: { message: string }[] };
        for (const { message } of issues)
          expect(message).not.toMatch(/^(?:Invalid|Too |Unrecognized)|received|expected/);
      }
    }
  });
});
