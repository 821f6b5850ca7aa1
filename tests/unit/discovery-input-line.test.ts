import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { published } from "@/lib/catalog/published";
import { SKILL_PATH } from "@/lib/discovery/documents";
import { inputLine } from "@/lib/discovery/input-line";
import { queryOf, queryReader } from "@/lib/http/query";
import { renderDocuments } from "@/lib/discovery/render";
import { BUILT_AT, routeAt, SITE } from "../support/discovery-site";
import { requestFrom, toldRoutes } from "../support/input-line";

const shown = published.filter(({ audience }) => audience === "public");
const documents = new Map(renderDocuments(SITE, published, BUILT_AT).map(({ path, body }) => [path, body]));
const llms = toldRoutes(documents.get("/llms.txt") ?? "");
const lineOf = (input: z.ZodType, sample: unknown = {}): string =>
  inputLine(routeAt("/api/x", { input, sample: { input: sample, output: {} } }));

/** No line says that one field takes another: the refusal of the one alone does, free, with what to send. */
const withWhatItTakes = (request: Record<string, unknown>): Record<string, unknown> =>
  request.mode === "enhance" ? { signal: { title: "words", summary: "words" }, ...request } : request;

describe("the line of a route's fields", () => {
  it("names each with its type, and whether it may be left out", () => {
    const input = z.strictObject({
      target: z.string(),
      chain: z.enum(["solana", "base"]).optional(),
      limit: z.int().min(1).max(50).default(10),
      any: z.int().optional(),
      cap: z.number().optional(),
      full: z.boolean().optional(),
      symbols: z.array(z.enum(["BTC", "ETH"])).optional(),
      hosts: z.array(z.string()).optional(),
      version: z.literal("2.0"),
      params: z.array(z.unknown()).optional(),
    });
    expect(lineOf(input)).toBe(
      "`{target, chain?: solana|base, limit?: 1..50, any?: integer, cap?: number, full?: true|false, " +
        "symbols?: [BTC|ETH], hosts?: [text], version: 2.0, params?: [any]}`",
    );
    expect(lineOf(z.strictObject({}))).toBe("`{}`");
  });

  it("says before it of which fields one is needed", () => {
    const [address, message] = [z.string().optional(), z.string().optional()];
    const entry = routeAt("/api/x", {
      ...{ input: z.strictObject({ address, message }), needs: ["address", "message"] },
      sample: { input: {}, output: {} },
    });
    expect(inputLine(entry)).toBe("One of address or message is needed. `{address?, message?}`");
  });

  it("has an example where only an example tells what a text must be", () => {
    const input = z.strictObject({ address: z.string().optional(), limit: z.int().min(1).max(9).optional() });
    expect(lineOf(input, { address: "0x1", limit: 2 })).toBe(
      '`{address?, limit?: 1..9}` e.g. `{"address":"0x1","limit":2}`',
    );
    expect(lineOf(input, { limit: 2 })).toBe("`{address?, limit?: 1..9}`");
  });
});

it("is told of every public route, the same in llms.txt and in SKILL.md", () => {
  expect(llms.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(
    shown.map(({ method, path }) => `${method} ${SITE.origin}${path}`).sort(),
  );
  expect(toldRoutes(documents.get(SKILL_PATH) ?? "")).toEqual(llms);
});

describe.each(shown.map((entry) => [`${entry.method} ${entry.path}`, entry] as const))(
  "%s",
  (_name, entry) => {
    const reported = llms.find(
      ({ method, url }) => method === entry.method && url === SITE.origin + entry.path,
    );
    if (reported === undefined) throw new Error("the route is told of nowhere");

    /** A GET's request as its query brings it. */
    const heard = (request: Record<string, unknown>): unknown =>
      entry.method === "GET" ? queryReader(entry.input)(queryOf(request)) : request;

    it("takes whatever its line allows, whichever fields are sent", () => {
      fc.assert(
        fc.property(fc.nat(1_000), fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), (draw, sent) => {
          const wanted = ({ name }: { name: string }): boolean =>
            sent[reported.fields.findIndex((one) => one.name === name)] ?? false;
          const request = withWhatItTakes(requestFrom(reported, wanted, draw));
          const { success, error } = entry.input.safeParse(heard(request));
          expect(success, JSON.stringify({ request, issues: error?.issues })).toBe(true);
        }),
        { numRuns: 100 },
      );
    });

    it("has every field in its line", () => {
      const { properties = {} } = z.toJSONSchema(entry.input, { io: "input" });
      expect(reported.fields.map(({ name }) => name)).toEqual(Object.keys(properties));
    });
  },
);
