import Ajv from "ajv/dist/2020";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ROUTE_FILES } from "@/app/api/mcp/route-files.generated";
import { defineRoute, isPaid, priceOf } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { detailInput } from "@/lib/catalog/intel/detail";
import { messageInput } from "@/lib/catalog/intel/input";
import { toUsd } from "@/lib/catalog/money";
import { published } from "@/lib/catalog/published";
import { ApiError } from "@/lib/http/api-error";
import { textToBase64 } from "@/lib/http/base64";
import { callRoute } from "@/lib/mcp/call-route";
import { describeTool } from "@/lib/mcp/catalog-tool";
import { mcpEntry } from "@/lib/mcp/endpoint/entry";
import { holderHeaders, paymentHeaders, routeArguments } from "@/lib/mcp/payment";
import { RECEIPT_MEMBER } from "@/lib/mcp/receipt-member";
import { MAX_LIST_BYTES, renderToolList } from "@/lib/mcp/render-tools";
import { routeRequest } from "@/lib/mcp/route-request";
import { type BoundTool, bindTools } from "@/lib/mcp/tool-table";
import { TOOLS } from "@/lib/mcp/tools.generated";
import { PaymentRefused } from "@/lib/payments/outcome/reasons";
import { serveFree } from "@/lib/payments/free-call/serve-free";
import { routeAt } from "../support/discovery-site";

const sold: PublishedRoute[] = published.filter(({ tool }) => tool !== null);
const ajv = new Ajv({ strict: false, validateFormats: false });
const listed = (entry: PublishedRoute) => {
  const tool = TOOLS.find(({ name }) => name === entry.tool);
  if (tool === undefined) throw new Error(`${entry.tool} is not listed`);
  return tool;
};

/** The list as a client gets it, frame and all. */
const listBytes = (tools: readonly unknown[]): number => {
  const result = { tools, ttlMs: 300_000, cacheScope: "public" };
  return new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", id: 1, result })).byteLength;
};
const TODAY = 26;
const KB = 1024;

/** Routes with what intel routes share, and as many arguments of their own as the largest have, in words of their own. */
const madeUp = (count: number): PublishedRoute[] =>
  Array.from({ length: count }, (_, i) => ({
    ...routeAt(`/api/svc-made-up-${i}`, { tool: `made_up_route_${i}`, tier: "signal" }),
    summary:
      `What the made-up route number ${i} sells: ${"as many words as the others have ".repeat(2)}`.trim(),
    input: z.strictObject({
      message: messageInput,
      detail: detailInput,
      subject: z
        .enum(["one", "two", "three"])
        .describe(`What number ${i} is asked about, in some fifty characters.`),
      address: z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/)
        .optional()
        .describe(`Whose number ${i} is.`),
      limit: z.int().min(1).max(50).default(10).describe(`How many of number ${i} to show.`),
    }),
  }));

describe("the list of tools", () => {
  it("takes at most 24 KB for 26 tools, and 40 KB with 25 more", () => {
    expect(TOOLS.length).toBeGreaterThanOrEqual(TODAY);
    expect(listBytes(TOOLS.slice(0, TODAY))).toBeLessThanOrEqual(24 * KB);
    // Those that have come since are among the 25.
    const { tools } = renderToolList([...published, ...madeUp(Math.max(0, TODAY + 25 - TOOLS.length))]);
    expect(tools.length).toBeGreaterThanOrEqual(TODAY + 25);
    expect(listBytes(tools)).toBeLessThanOrEqual(40 * KB);
    expect(listBytes(TOOLS)).toBeLessThanOrEqual(MAX_LIST_BYTES);
  });

  it("has no schema of an answer", () => {
    for (const tool of TOOLS) expect(Object.keys(tool)).not.toContain("outputSchema");
  });

  it("says once, in its first tool, what three tools or more say of an argument", () => {
    const said = TOOLS.flatMap(({ inputSchema }) =>
      Object.entries(inputSchema.properties as Record<string, { description?: string }>).flatMap(
        ([name, { description }]) => (description === undefined ? [] : [`${name}: ${description}`]),
      ),
    );
    const most = Math.max(...said.map((words) => said.filter((other) => other === words).length));
    // What is shared by a name's most tools is said once; a name has one such meaning, and others stand where they hold.
    const [first] = TOOLS;
    expect(first?.name).toBe("svc_catalog");
    for (const name of ["message", "detail", "paymentSignature", "creditsWallet", "allowlist"])
      expect(first?.description).toContain(`\n- ${name}: `);
    expect(most).toBeLessThan(sold.length / 3);
  });

  it("is what the catalog renders to", () => {
    expect(JSON.parse(JSON.stringify(renderToolList(published).tools))).toEqual(TOOLS);
  });

  it("refuses to leave out a tool for want of room", () => {
    expect(() => renderToolList([...published, ...madeUp(100)])).toThrow(/of 40960 with its frame/);
  });
});

/** What the first tool says of shared arguments, by their names. */
const sharedWords = new Map(
  [...(TOOLS[0]?.description ?? "").matchAll(/^- (\w+): (.*)$/gm)].map(([, name = "", words = ""]) => [
    name,
    words,
  ]),
);

describe.each(sold.map((entry) => [entry.tool ?? "", entry] as const))("%s", (name, entry) => {
  it("takes what its route takes, word for word, and what is about the call", () => {
    const { properties, ...rest } = listed(entry).inputSchema;
    const { paymentSignature, creditsWallet, ...own } = properties;
    const reported = Object.entries(own).map(([argument, schema]) => [
      argument,
      { description: sharedWords.get(argument), ...(schema as object) },
    ]);
    const { $schema: _dialect, ...route } = z.toJSONSchema(entry.input, { io: "input" });
    expect({ ...rest, properties: Object.fromEntries(reported) }).toEqual(route);
    expect(creditsWallet).toMatchObject({ type: "string" });
    expect(paymentSignature === undefined).toBe(!isPaid(entry));
  });

  it("tells all of itself when svc_catalog is asked for it: schemas, sample, price", async () => {
    const reported = await describeTool(name);
    expect(reported).toMatchObject({ tool: name, priceUsdc: toUsd(priceOf(entry)), sample: entry.sample });
    expect(reported.route).toBe(`${entry.method} ${entry.path}`);
    const { properties, ...rest } = reported.input as { properties: Record<string, unknown> };
    const { paymentSignature: _payment, creditsWallet: _wallet, ...own } = properties;
    const { $schema: _dialect, ...route } = z.toJSONSchema(entry.input, { io: "input" });
    expect({ ...rest, properties: own }).toEqual(route);
  });

  it("has an output schema that takes the route's sample, with a receipt and with members to come", async () => {
    const schema: object = { ...(await describeTool(name)).output };
    const validate = ajv.compile(schema);
    const answer = entry.sample.output as object;
    const receipt = { x402: { success: true }, replayed: false };
    for (const content of [answer, { ...answer, [RECEIPT_MEMBER]: receipt }, { ...answer, toCome: 1 }])
      expect(validate(content), ajv.errorsText(validate.errors)).toBe(true);
    const [first = "ok"] = Object.keys(answer);
    expect(validate({ ...answer, [first]: { of: "another kind" } })).toBe(false);
  });

  it("keeps the receipt's place free", () => {
    expect(Object.keys(z.toJSONSchema(entry.output).properties ?? {})).not.toContain(RECEIPT_MEMBER);
  });

  it("says of itself what is true", () => {
    const { annotations } = listed(entry);
    if (isPaid(entry))
      expect(annotations).toEqual({
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      });
    else expect(annotations?.readOnlyHint).toBe(entry.method === "GET" || entry.readOnly === true);
  });
});

describe("the table of tools", () => {
  it("has every tool's route file, and does not start without one", () => {
    expect([...bindTools(ROUTE_FILES).keys()].sort()).toEqual(sold.map(({ tool }) => tool).sort());
    const { "/api/svc-intel-tvl": _left, ...others } = ROUTE_FILES;
    expect(() => bindTools(others)).toThrow(/intel_tvl has no route file/);
  });

  it("takes messages with room for the largest body of a route and a payment beside it", () => {
    const largest = Math.max(...sold.map(({ limits }) => limits.bodyBytes));
    expect(mcpEntry.limits.bodyBytes).toBeGreaterThanOrEqual(largest + 16 * 1024);
  });
});

describe("the payment of a call", () => {
  const payload = { x402Version: 2, payload: { b: 1, a: 2 } };
  const header = textToBase64(JSON.stringify({ payload: { a: 2, b: 1 }, x402Version: 2 }));

  it("is one payment in two places, however it is spelled, and two are refused", () => {
    const meta = { "x402/payment": payload };
    expect(paymentHeaders({}, meta)).toEqual(paymentHeaders({ paymentSignature: header }, meta));
    for (const other of [textToBase64('{"x402Version":2}'), "not-base64-of-json"])
      expect(() => paymentHeaders({ paymentSignature: other }, meta)).toThrow(ApiError);
  });

  it("is absent where the argument is empty, and malformed where no header could carry it", () => {
    expect(paymentHeaders({ paymentSignature: " " }, {})).toEqual({});
    for (const paymentSignature of ["a\nb", "ü", 7, {}])
      expect(() => paymentHeaders({ paymentSignature }, {})).toThrow(PaymentRefused);
  });

  it("whatever comes, gives headers that can be sent or a refusal that can be shown", () => {
    const anything = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.jsonValue(),
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(anything, anything, anything, (paymentSignature, x402, mpp) => {
        const meta = { "x402/payment": x402, "org.paymentauth/credential": mpp };
        try {
          new Headers(paymentHeaders({ paymentSignature }, meta));
        } catch (error) {
          expect(error instanceof ApiError || error instanceof PaymentRefused).toBe(true);
        }
      }),
    );
  });

  it("and a holder's claim are no part of what the route is asked", () => {
    expect(routeArguments({ a: 1, paymentSignature: "x", creditsWallet: "w" })).toEqual({ a: 1 });
    expect(() => routeArguments({ creditsWallet: 1 })).toThrow(ApiError);
    expect(() => holderHeaders({ creditsWallet: 1 }, new Headers())).toThrow(ApiError);
    expect(() => holderHeaders({ creditsWallet: "a\nb" }, new Headers())).toThrow(ApiError);
    expect(holderHeaders({ creditsWallet: "w" }, new Headers())).toEqual({ "x-token-holder-wallet": "w" });
    const other = new Headers({ "x-token-holder-wallet": "v" });
    expect(() => holderHeaders({ creditsWallet: "w" }, other)).toThrow(/differ/);
  });
});

const callerWith = (headers: Record<string, string>) => new Request("https://svc.example", { headers });
const nobody = callerWith({});

describe("the route's request", () => {
  const headers = new Headers({
    "content-length": "9",
    authorization: "Payment forged",
    "payment-signature": "forged",
    origin: "https://a.example",
    "x-forwarded-for": "1.2.3.4",
    "idempotency-key": "k",
    "sign-in-with-x": "p",
  });
  const caller = { headers, signal: new AbortController().signal };

  it("has the caller's address, keys and proofs, and no payment but the call's", async () => {
    const request = routeRequest(
      { path: "/api/svc-intel-tvl", method: "POST" },
      { message: "m" },
      { "payment-signature": "mine" },
      caller,
      "https://svc.example",
    );
    expect(request.url).toBe("https://svc.example/api/svc-intel-tvl");
    expect(Object.fromEntries(request.headers)).toEqual({
      "content-type": "application/json",
      "idempotency-key": "k",
      "payment-signature": "mine",
      "sign-in-with-x": "p",
      "x-forwarded-for": "1.2.3.4",
    });
    expect(await request.json()).toEqual({ message: "m" });
  });

  it("of a GET route has its arguments in the query", () => {
    const args = { q: "a&b=c", limit: 5, deep: { a: 1 }, several: ["a", "b"] };
    const { url } = routeRequest(
      { path: "/api/market", method: "GET" },
      args,
      {},
      caller,
      "https://svc.example",
    );
    expect([...new URL(url).searchParams]).toEqual([
      ["q", "a&b=c"],
      ["limit", "5"],
      ["deep", '{"a":1}'],
      ["several", "a"],
      ["several", "b"],
    ]);
  });
});

describe("a call of a free route's tool", () => {
  const input = z.strictObject({
    limit: z.int().max(50).default(10),
    full: z.boolean().optional(),
    chains: z.array(z.string()).optional(),
  });

  /** A tool of a made-up route, and the arguments that its handler was called with. */
  function toolOf(method: "GET" | "PATCH"): { tool: BoundTool; heard: unknown[]; asked: Request[] } {
    const entry = defineRoute<{ ok: true }>()({
      path: "/api/notes",
      method,
      desk: "notes",
      tier: "free",
      summary: "x",
      input,
      answers: [200, 304],
    });
    const heard: unknown[] = [];
    const asked: Request[] = [];
    const route = serveFree(entry, (args) => {
      heard.push(args);
      return Promise.resolve({ answer: { ok: true as const }, effects: [], headers: { etag: '"1"' } });
    });
    const run = (request: Request): Promise<Response> => {
      asked.push(request);
      return route(request);
    };
    return { tool: { name: "notes", entry, run }, heard, asked };
  }

  it.each(["GET", "PATCH"] as const)(
    "by %s gives the route's handler numbers and booleans as they were",
    async (method) => {
      const { tool, heard, asked } = toolOf(method);
      const result = await callRoute(tool, { limit: 5, full: false, chains: ["a", "b"] }, {}, nobody);
      expect(result).toMatchObject({ structuredContent: { ok: true } });
      expect(asked.map((request) => request.method)).toEqual([method]);
      expect(heard).toEqual([{ limit: 5, full: false, chains: ["a", "b"] }]);
    },
  );

  it.each(["GET", "PATCH"] as const)(
    "by %s refuses what its schema does, a number as text too",
    async (method) => {
      const { tool, heard } = toolOf(method);
      for (const args of [
        { limit: "5" },
        { full: "true" },
        { limit: 51 },
        { chains: "a" },
        { other: 1 },
        { limit: null },
      ])
        expect(await callRoute(tool, args, {}, nobody)).toMatchObject({
          isError: true,
          structuredContent: { code: "invalid_request" },
        });
      expect(heard).toEqual([]);
    },
  );

  it("gets the answer whatever its message's client has stored", async () => {
    const { tool } = toolOf("GET");
    const result = await callRoute(tool, {}, {}, callerWith({ "if-none-match": "*" }));
    expect(result).toMatchObject({ structuredContent: { ok: true } });
  });
});
