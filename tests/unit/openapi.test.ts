import { describe, expect, it } from "vitest";
import * as z from "zod";
import { defineRoute, isPaid, priceOf, type RouteEntry } from "@/lib/catalog/define";
import { documentRoute, type PublishedRoute } from "@/lib/catalog/document";
import { formatUsd, toUsd } from "@/lib/catalog/money";
import { published } from "@/lib/catalog/published";
import { marketDocumentation } from "@/lib/desks/market/documentation";
import { openApiDocument } from "@/lib/discovery/openapi/document";
import type { Operation, Parameter } from "@/lib/discovery/openapi/format";
import { answerSchema, requestSchema } from "@/lib/discovery/openapi/schemas";
import { API_VERSION } from "@/lib/discovery/site";
import { ERRORS } from "@/lib/http/api-error";
import { renderToolList } from "@/lib/mcp/render-tools";
import { challengeParts, makeChallenge } from "@/lib/payments/challenge/challenge";
import { receiptDocumentation } from "@/lib/payments/receipts/documentation";
import { renderTemplate } from "@/lib/payments/challenge/template";
import { SITE } from "../fixtures/discovery-site";
import { judgeBy, schemasOf, type Answer } from "../support/contract";

const document = openApiDocument(SITE, published);
const fits = schemasOf(document, { closed: true });
const customers = published.filter(({ audience }) => audience === "public");

const operationOf = ({ path, method }: RouteEntry, { paths } = document): Operation => {
  const operation = paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not in the document`);
  return operation;
};

const at = ({ path, method }: RouteEntry, rest: string): string =>
  `#/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/${rest}`;

const LIMITS = ["x-ratelimit-limit", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
const JSON_SCHEMA = "content/application~1json/schema";

it("holds every route that customers may call, by its method, and no other", () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual(customers.map(({ method, path }) => `${method} ${path}`).sort());
  const operators = published.filter(({ audience }) => audience !== "public");
  expect(operators.length).toBeGreaterThan(0);
  const text = JSON.stringify(document);
  expect(operators.filter(({ path }) => text.includes(path))).toEqual([]);
});

describe.each(customers.map((entry) => [`${entry.method} ${entry.path}`, entry] as const))(
  "%s",
  (_, entry) => {
    const operation = operationOf(entry);

    it("costs what its entry says, in dollars and in base units, or is open to all", () => {
      const units = priceOf(entry);
      const info = operation["x-payment-info"];
      if (!isPaid(entry)) {
        expect(info).toBeUndefined();
        expect(operation.security).toEqual([]);
        return;
      }
      expect(info?.price).toEqual({ mode: "fixed", currency: "USD", amount: expect.any(String) });
      expect(Math.round(Number(info?.price.amount) * 1e6)).toBe(units);
      expect(info?.protocols.map((protocol) => Object.keys(protocol))).toEqual([["x402"], ["mpp"]]);
      expect(info?.offers).toEqual([
        {
          method: "solana",
          intent: "charge",
          amount: String(units),
          currency: SITE.merchant.networks.solana.usdc,
        },
      ]);
      expect(operation.security).toContainEqual({ x402Payment: [] });
      expect(operation.security.some((way) => Object.keys(way).length === 0)).toBe(
        entry.sometimesFree === true,
      );
    });

    it("documents exactly the statuses of its kind and its entry's, each by an error that the service has", () => {
      const common = [200, 400, 405, 413, 429, 431, 500];
      const paid = isPaid(entry) ? [402, 409, 410, 503] : [];
      const body = entry.method === "GET" ? [] : [415];
      const protocol = entry.wire === "json-rpc" && entry.method === "POST" ? [202] : [];
      const isApart = isPaid(entry) || entry.method === "GET" || entry.wire !== undefined;
      const free = isApart ? [] : [409, ...(entry.readOnly === true ? [] : [503])];
      const expected = [
        ...new Set([...common, ...paid, ...free, ...body, ...protocol, ...entry.answers, ...entry.statuses]),
      ].sort((a, b) => a - b);
      expect(Object.keys(operation.responses).map(Number)).toEqual(expected);
      const known = Object.values(ERRORS).map(({ status }): number => status);
      // The protocol has refusals of its own.
      if (entry.wire === undefined) for (const status of entry.statuses) expect(known).toContain(status);
    });

    it("says of a failure what its entry suggests", () => {
      if (entry.ifFailed !== undefined)
        expect(operation.responses).toMatchObject({
          500: { description: expect.stringContaining(entry.ifFailed) as unknown },
        });
    });

    it("has samples that its own schemas take, shown as examples, and refuses what its entry refuses", () => {
      expect(fits(at(entry, `responses/200/${JSON_SCHEMA}`), entry.sample.output)).toBeNull();
      expect(
        fits(at(entry, `responses/200/${JSON_SCHEMA}`), { error: "x", code: "internal_error" }),
      ).not.toBeNull();
      if (entry.method === "GET") {
        const examples = operation.parameters.filter(
          (one): one is Parameter => "in" in one && one.in === "query",
        );
        expect(
          Object.fromEntries(
            examples.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
          ),
        ).toEqual(entry.sample.input);
        for (const [index, parameter] of operation.parameters.entries())
          if ("example" in parameter)
            expect(fits(at(entry, `parameters/${index}/schema`), parameter.example)).toBeNull();
        return;
      }
      expect(operation.requestBody?.content["application/json"]?.example).toEqual(entry.sample.input);
      expect(fits(at(entry, `requestBody/${JSON_SCHEMA}`), entry.sample.input)).toBeNull();
      expect(
        fits(at(entry, `requestBody/${JSON_SCHEMA}`), { ...entry.sample.input, unknown_member: 1 }),
      ).not.toBeNull();
    });

    it("asks for one of what its entry needs, and takes an empty body only where that is enough", () => {
      const { requestBody } = operation;
      if (requestBody === undefined) return;
      const needs = entry.needs ?? [];
      const takesNothing = needs.length === 0 && entry.input.safeParse({}).success;
      expect(requestBody.required).toBe(!takesNothing);
      expect(requestBody.description.includes("An empty body is {}.")).toBe(takesNothing);
      expect(fits(at(entry, `requestBody/${JSON_SCHEMA}`), {}) === null).toBe(takesNothing);
      for (const name of needs) {
        expect(entry.input.toJSONSchema({ io: "input" }).properties).toHaveProperty(name);
        expect(requestBody.description).toContain(name);
      }
    });

    it("has its entry's members, in requests and answers", () => {
      const members = (schema: z.ZodType, io: "input" | "output") => {
        const { properties = {}, required = [] } = z.toJSONSchema(schema, { io });
        return { names: Object.keys(properties).sort(), required: [...required].sort() };
      };
      const shown = (schema: Readonly<Record<string, unknown>>) => ({
        names: Object.keys(z.looseObject({}).parse(schema["properties"] ?? {})).sort(),
        required: z
          .array(z.string())
          .parse(schema["required"] ?? [])
          .sort(),
      });
      const success = operation.responses["200"];
      const content = success !== undefined && "content" in success ? success.content : undefined;
      expect(shown(content?.["application/json"]?.schema ?? {})).toEqual(members(entry.output, "output"));
      if (entry.method !== "GET")
        expect(shown(operation.requestBody?.content["application/json"]?.schema ?? {})).toEqual(
          members(entry.input, "input"),
        );
    });

    if (!isPaid(entry)) return;

    it("has a 402 that is its challenge, at its price", async () => {
      const moment = {
        origin: SITE.origin,
        serviceName: SITE.name,
        merchant: SITE.merchant,
        feePayer: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
        replay: "0123456789abcdef0123456789abcdef",
        mppSecret: "0123456789abcdef0123456789abcdef",
        signingKey: null,
        now: new Date("2026-03-01T12:00:00Z"),
      };
      const template = renderTemplate(entry);
      const challenge = await makeChallenge(template, moment, "no_payment");
      const schema = at(entry, `responses/402/${JSON_SCHEMA}`);
      const { body } = challengeParts(template, challenge, "no_payment");
      expect(fits(schema, body)).toBeNull();
      expect(body.priceUsdc).toBe(toUsd(priceOf(entry)));
      expect(fits(schema, { ...body, priceUsdc: body.priceUsdc * 2 })).toMatch(/priceUsdc/);
      expect(fits(schema, { ...body, resource: "another" })).toMatch(/resource/);
      expect(fits(schema, { ...body, reason: "because" })).toMatch(/reason/);
      expect(fits(schema, { ...body, extra: true })).toMatch(/additional/);
    });
  },
);

describe("the document", () => {
  it("is of the contract's version, names who sells and where, and has an id of its own for each operation", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { version: API_VERSION, contact: { email: SITE.contact } },
      servers: [{ url: SITE.origin }],
    });
    const ids = customers.map((entry) => operationOf(entry).operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(API_VERSION).toBe("4.0.0");
  });

  it("explains to an agent how to choose, pay and retry, with every price", () => {
    const guidance = document.info["x-guidance"];
    expect(guidance.length).toBeLessThan(2_000);
    const prices = new Set(customers.filter(isPaid).map((entry) => formatUsd(priceOf(entry))));
    expect(prices.size).toBeGreaterThan(1);
    for (const price of prices) expect(guidance).toContain(price);
    expect(guidance).toMatch(/PAYMENT-SIGNATURE/);
  });

  it("says nothing of MPP where no MPP challenge is made, and of a contact where there is none", () => {
    const plain = openApiDocument({ ...SITE, mpp: false, contact: null }, published);
    const words = ["mppPayment", "WWW-Authenticate", "Payment-Receipt"];
    const reported = (of: object) => words.filter((word) => JSON.stringify(of).includes(word));
    expect(reported(document)).toEqual(words);
    expect(reported(plain)).toEqual([]);
    expect(plain.info.contact).toBeUndefined();
    const paymentIn = ({ paths }: typeof plain) => paths["/api/svc-intel-tvl"]?.["post"]?.["x-payment-info"];
    expect(paymentIn(document)?.offers).toHaveLength(1);
    expect(paymentIn(plain)).not.toHaveProperty("offers");
    expect(paymentIn(plain)?.protocols).toEqual([{ x402: {} }]);
  });

  it("says what is made up", () => {
    const { info } = openApiDocument({ ...SITE, notice: "All of this is made up." }, published);
    expect(info.description).toMatch(/^All of this is made up\./);
  });

  it("has every error of the service under its status, and no other", () => {
    const { schemas, responses } = document.components;
    expect(schemas["ApiError"]).toMatchObject({ properties: { code: { enum: Object.keys(ERRORS) } } });
    for (const [code, { status }] of Object.entries(ERRORS)) {
      if (status === 402) continue; // that is each route's own
      expect(JSON.stringify(responses[`Error${status}`])).toContain(`"${code}"`);
    }
    const body = { error: "Too many.", code: "rate_limited", reason: "too_soon" };
    const schema = `#/components/responses/Error429/${JSON_SCHEMA}`;
    expect(fits(schema, body)).toBeNull();
    expect(fits(schema, { ...body, code: "internal_error" })).toMatch(/code/);
  });

  it("asks for a body only where an empty one is refused", () => {
    const posted = customers.filter(({ method }) => method !== "GET");
    expect(posted.length).toBeGreaterThan(0);
    for (const entry of posted)
      expect(operationOf(entry).requestBody?.required).toBe(
        entry.needs !== undefined || !entry.input.safeParse({}).success,
      );
  });

  it("leaves answers open for what they may gain, and requests closed", () => {
    const { additionalProperties, properties } = answerSchema(z.object({ a: z.object({ b: z.int() }) }));
    expect(additionalProperties).toBeUndefined();
    expect(properties).toEqual({
      a: { type: "object", properties: { b: { type: "integer" } }, required: ["b"] },
    });
    expect(answerSchema(z.strictObject({})).additionalProperties).toBe(false);
    expect(requestSchema(z.strictObject({})).additionalProperties).toBe(false);
  });

  it("is not rendered from a pattern that JSON Schema can't say", () => {
    for (const render of [requestSchema, answerSchema])
      expect(() => render(z.object({ key: z.string().regex(/^a$/i) }))).toThrow(/ignores case/);
  });
});

describe("a route that speaks JSON-RPC", () => {
  const message = z.object({
    jsonrpc: z.literal("2.0"),
    result: z.looseObject({}).optional(),
    error: z.object({ code: z.int(), message: z.string() }).optional(),
  });
  const entry: PublishedRoute = {
    ...marketDocumentation,
    path: "/api/rpc",
    method: "POST",
    wire: "json-rpc",
    output: message,
    sample: { input: {}, output: { jsonrpc: "2.0", result: {} } },
    statuses: [403, 406],
  };
  const reported = judgeBy(openApiDocument(SITE, [entry, receiptDocumentation]));
  const headers = (type: string) =>
    new Headers({ "content-type": type, ...Object.fromEntries(LIMITS.map((name) => [name, "1"])) });
  const answer = (status: number, body: string, type = "application/json"): Answer => ({
    method: "POST",
    path: entry.path,
    status,
    headers: headers(type),
    body,
  });
  const refused = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_600, message: "No." } });

  it("may refuse in the protocol's form or in the service's, and answer not at all, but with no stream", () => {
    expect(reported(answer(200, JSON.stringify(entry.sample.output)))).toBeNull();
    expect(reported(answer(200, "data: {}\n\n", "text/event-stream"))).not.toBeNull();
    expect(reported(answer(202, ""))).toBeNull();
    for (const status of [400, 403, 406]) expect(reported(answer(status, refused))).toBeNull();
    expect(reported(answer(400, JSON.stringify({ error: "No.", code: "invalid_request" })))).toBeNull();
  });

  it("may not answer in a third form", () => {
    expect(reported(answer(400, "{}"))).toMatch(/must have required property/);
    expect(reported(answer(406, JSON.stringify({ error: "No.", code: "invalid_request" })))).not.toBeNull();
    expect(reported(answer(202, "{}"))).toMatch(/has a body/);
  });
});

describe("an answer held against the document", () => {
  const judge = judgeBy(document);
  const limits = Object.fromEntries(LIMITS.map((name) => [name, "60"]));
  const free = {
    method: "GET",
    path: "/api/market",
    status: 200,
    body: JSON.stringify(marketDocumentation.sample.output),
  };
  const answer = (change: Partial<Answer> = {}, headers: Record<string, string> = {}): Answer => ({
    ...free,
    headers: new Headers({ "content-type": "application/json", ...limits, ...headers }),
    ...change,
  });
  const refusal = (code: string) => JSON.stringify({ error: "No.", code });
  const notFound = refusal("not_found");

  it("passes when it is as documented", () => {
    expect(judge(answer())).toBeNull();
    expect(judge(answer({ status: 429, body: refusal("rate_limited") }, { "retry-after": "3" }))).toBeNull();
    expect(judge(answer({ method: "OPTIONS", status: 204, body: "" }))).toBeNull();
    expect(
      judge(
        answer({ method: "OPTIONS", status: 429, body: refusal("rate_limited") }, { "retry-after": "3" }),
      ),
    ).toBeNull();
    expect(judge(answer({ status: 431, body: "", headers: new Headers() }))).toBeNull();
  });

  it.each<[what: string, wrong: Answer, why: RegExp]>([
    [
      "an undocumented status",
      answer({ status: 404, body: notFound }),
      /GET \/api\/market → 404 is not documented/,
    ],
    ["an undocumented path", answer({ path: "/api/hidden" }), /\/api\/hidden → 200 is not in the document/],
    [
      "an undocumented method",
      answer({ method: "DELETE" }),
      /DELETE \/api\/market → 200 is not in the document/,
    ],
    ["a member that is missing", answer({ body: "{}" }), /must have required property 'ok'/],
    [
      "a member that is not described",
      answer({ body: JSON.stringify({ ...marketDocumentation.sample.output, extra: 1 }) }),
      /must NOT have additional properties/,
    ],
    ["another type", answer({}, { "content-type": "text/html" }), /is of type text\/html/],
    ["no JSON", answer({ body: "{" }), /is not JSON/],
    [
      "a header that is missing",
      answer({ status: 429, body: refusal("rate_limited") }),
      /lacks the header Retry-After/,
    ],
    ["an error of another status", answer({ status: 400, body: notFound }), /code must be equal to one of/],
    [
      "a 404 of another form",
      answer({ path: "/api/hidden", status: 404, body: "{}" }),
      /must have required property/,
    ],
  ])("fails for %s", (_, wrong, why) => {
    expect(judge(wrong)).toMatch(why);
  });

  it("is left alone where it is an operator's or a document's", () => {
    expect(judge(answer({ path: "/api/cron/reconcile" }))).toBeNull();
    expect(judge(answer({ path: "/.well-known/jwks.json" }))).toBeNull();
  });

  it("may say of a path or a method that is not there just that", () => {
    expect(judge(answer({ path: "/api/nothing-here", status: 404, body: notFound }))).toBeNull();
    expect(
      judge(
        answer(
          { method: "PUT", status: 405, body: refusal("method_not_allowed") },
          { allow: "GET, OPTIONS" },
        ),
      ),
    ).toBeNull();
    expect(judge(answer({ method: "HEAD", status: 405, body: "" }, { allow: "GET, OPTIONS" }))).toBeNull();
  });
});

describe("routes of one path", () => {
  const output = z.object({ ok: z.literal(true).describe("Always.") });
  const common = { path: "/api/notes", desk: "notes", tier: "free" } as const;
  const documented = {
    description: "x",
    output,
    sample: { input: { id: "n1" }, output: { ok: true as const } },
  };
  const read = documentRoute(
    defineRoute<z.input<typeof output>>()({
      ...common,
      method: "GET",
      summary: "Reads a note",
      tool: "notes_read",
      answers: [200, 304],
      input: z.strictObject({
        id: z.string(),
        limit: z.int().min(1).max(50).default(10).describe("How many."),
        full: z.boolean().optional(),
        chains: z.array(z.enum(["solana", "base"])).optional(),
      }),
    }),
    documented,
  );
  const change = documentRoute(
    defineRoute<z.input<typeof output>>()({
      ...common,
      method: "PATCH",
      summary: "Changes a note",
      tool: "notes_change",
      answers: [200, 202, 409],
      statuses: [403],
      input: z.strictObject({ id: z.string() }),
    }),
    documented,
  );
  const { paths } = openApiDocument(SITE, [read, change]);
  const { get, patch } = paths["/api/notes"] ?? {};

  it("stand in it side by side, each under an id of its own", () => {
    expect(Object.keys(paths["/api/notes"] ?? {})).toEqual(["get", "patch"]);
    expect([get?.operationId, patch?.operationId]).toEqual(["getNotes", "patchNotes"]);
    expect([get?.requestBody, patch?.requestBody?.required]).toEqual([undefined, true]);
  });

  it("show each parameter of a query with its own type", () => {
    const query = get?.parameters.filter((one): one is Parameter => "in" in one && one.in === "query");
    expect(query).toEqual([
      { name: "id", in: "query", required: true, schema: { type: "string" }, example: "n1" },
      {
        name: "limit",
        in: "query",
        required: false,
        description: "How many.",
        schema: { type: "integer", minimum: 1, maximum: 50, default: 10 },
      },
      { name: "full", in: "query", required: false, schema: { type: "boolean" } },
      {
        name: "chains",
        in: "query",
        required: false,
        schema: { type: "array", items: { type: "string", enum: ["solana", "base"] } },
      },
    ]);
  });

  it("have every status that they answer with, and what comes with it", () => {
    const statuses = (operation?: Operation): number[] => Object.keys(operation?.responses ?? {}).map(Number);
    expect(statuses(get)).toEqual([200, 304, 400, 405, 413, 429, 431, 500]);
    expect(statuses(patch)).toEqual([200, 202, 400, 403, 405, 409, 413, 415, 429, 431, 500, 503]);
    const notModified = get?.responses["304"];
    expect(notModified).toMatchObject({ headers: { ETag: {}, "Cache-Control": {} } });
    expect(notModified).not.toHaveProperty("content");
    expect(get?.parameters).toContainEqual({ $ref: "#/components/parameters/If-None-Match" });
    expect(patch?.parameters).toContainEqual({ $ref: "#/components/parameters/Idempotency-Key" });
    expect(patch?.responses["202"]).toMatchObject({ headers: { Location: {}, "Retry-After": {} } });
  });

  it("let a status be an answer or a refusal where it is both", () => {
    const document = openApiDocument(SITE, [read, change]);
    const both = schemasOf(document, { closed: true });
    const pointer = at(change, `responses/409/${JSON_SCHEMA}`);
    expect(both(pointer, { ok: true })).toBeNull();
    expect(both(pointer, { error: "x", code: "idempotency_conflict" })).toBeNull();
    expect(both(pointer, { error: "x", code: "internal_error" })).not.toBeNull();
    expect(
      both(at(change, `responses/202/${JSON_SCHEMA}`), { error: "x", code: "not_found" }),
    ).not.toBeNull();
  });

  it("are tools of their own, by their own methods", () => {
    const { tools } = renderToolList([read, change]);
    const hints = (name: string) => tools.find((tool) => tool.name === name)?.annotations?.readOnlyHint;
    expect([hints("notes_read"), hints("notes_change")]).toEqual([true, false]);
    const tool = tools.find(({ name }) => name === "notes_read");
    expect(tool?.inputSchema.properties).toMatchObject({
      limit: { type: "integer" },
      full: { type: "boolean" },
    });
  });
});
