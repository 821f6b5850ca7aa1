import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import PricingPage from "@/app/(site)/pricing/page";
import { published } from "@/lib/catalog/published";
import { isPaid, priceOf, type RouteEntry, type Tier } from "@/lib/catalog/define";
import { TIERS } from "@/lib/catalog/tiers";
import { DOCUMENTS } from "@/lib/discovery/documents";
import { queryOf, queryReader } from "@/lib/http/query";
import { ROUTES } from "@/lib/http/routes.generated";
import { ROOT } from "@/sandbox/service";
import { config } from "@/middleware";
import vercel from "@/vercel.json" with { type: "json" };

/** The specification's price list, in dollars; tests/contract/prices.test.ts holds each route's against it. */
const PRICES: Record<Tier, number> = { free: 0, raw: 0.02, signal: 0.1, bundle: 0.25 };

/** Where Vercel runs functions: of vercel.json, which is for those on Node alone. */
const {
  regions: [REGION],
} = vercel;

/** Fields that the specification has no answer without; by method too where a path has several. */
const REQUIRED: Record<string, readonly string[]> = {
  "/api/operator/alerts": ["clear"],
  "/api/lounge-signal-publish": ["title", "summary", "categories", "creatorWallet", "creatorChain"],
  "/api/lounge-signal-open": ["signalId"],
  "/api/news-open": ["url"],
  "PATCH /api/agent-identity": ["id"],
  "/api/agent-identity-card": ["id"],
  "/api/agent-identity-registration": ["id"],
  "/api/lounge-creator": ["wallet"],
  "/api/rwa-token": ["signalId"],
  "/api/rwa-metadata": ["signalId"],
  "/api/rwa-badges": ["wallet"],
  "/api/lounge-rwa-record-mint": ["signalId", "mint", "signature"],
  "GET /api/agent-identity-erc8004": ["id"],
  "POST /api/agent-identity-erc8004": ["id", "txHash"],
  "GET /api/agent-identity-feedback": ["id"],
  "POST /api/agent-identity-feedback": ["value"],
  "/api/operator/hidden-feedback": ["id", "reason"],
  "POST /api/mcp": ["jsonrpc", "method"],
  "/api/svc": ["message"],
  "/api/a2a": ["jsonrpc", "method"],
  "/api/solana-rpc-send": ["jsonrpc", "method"],
  "/api/svc-security-headers": ["target"],
  "/api/svc-security-readiness": ["target"],
  "/api/svc-security-scan": ["target"],
  "/api/svc-security-scope": ["target"],
  "/api/operator/hidden-signals": ["signalId", "reason"],
  "POST /api/operator/switches": ["kind", "name", "off"],
};

/** The specification's own names for routes in an error's `resource`. */
const LABELS: Record<string, string> = {
  "/api/lounge-signal-publish": "signal-publish",
  "/api/lounge-signal-open": "signal-open",
  "/api/news-open": "news",
};

/** Routes whose messages are a protocol's own: `serve` has no part in them. */
const OWN_PROTOCOL: Record<string, RegExp> = {
  "/api/mcp": /export const \{ GET, POST, OPTIONS \} = toolEndpoint\(/,
  "/api/a2a": /export const POST = agentEndpoint\(/,
  "/api/solana-rpc-send": /export const POST = solanaRpc;/,
};

/** Next has each of them answered by a function of that name; HEAD is its GET. */
const EVERY_METHOD = "GET, POST, PATCH, PUT, DELETE, OPTIONS";

/** Whether a path's own file keeps a door: its calls need not pass the middleware. */
const hasOwnDoor = (route: string): boolean =>
  /from "@\/lib\/(serve-with-own-door|own-door)"/.test(
    readFileSync(path.join(ROOT, "app", route, "route.ts"), "utf8"),
  );

describe.each(published.map((entry) => [entry.path, entry] as const))("%s", (route, entry) => {
  it("costs what the price list says", () => {
    expect(priceOf(entry) / 1e6).toBe(PRICES[entry.tier]);
  });

  it("has a sample that its own schemas take", () => {
    expect(entry.input.safeParse(entry.sample.input)).toMatchObject({ success: true });
    expect(entry.output.safeParse(entry.sample.output)).toMatchObject({ success: true });
  });

  it("takes an empty body, but for what it can't do without, and refuses an unknown member", () => {
    const missing = entry.input.safeParse({}).error?.issues.map((issue) => issue.path.join(".")) ?? [];
    expect(missing).toEqual(REQUIRED[`${entry.method} ${route}`] ?? REQUIRED[route] ?? []);
    expect(entry.input.safeParse({ unknown_member: 1 })).toMatchObject({ success: false });
  });

  it("has schemas that render, every outermost field of the answer described", () => {
    const schema = z.toJSONSchema(entry.output, { io: "output" });
    const fields = Object.entries(schema.properties ?? {});
    expect(fields.length).toBeGreaterThan(0);
    for (const [name, field] of fields) {
      expect(typeof field === "object" && field.description, `${name} has no description`).toBeTruthy();
    }
  });

  it("has the label that the contract names, else derives from its path", () => {
    expect(entry.label).toBe(LABELS[route] ?? route.replace(/^\/api\/(svc-)?/, "").replaceAll("/", "-"));
  });

  it("has a route file at its path, on the edge, that binds it", () => {
    const file = path.join(ROOT, "app", route, "route.ts");
    expect(existsSync(file)).toBe(true);
    const source = readFileSync(file, "utf8");
    expect(source).toContain('export const runtime = "edge"');
    // Without it Vercel runs a function where its caller is, and futures exchanges answer nobody in some countries.
    expect(source).toContain(`export const preferredRegion = "${REGION}";`);
    const bound = hasOwnDoor(route)
      ? `export const \\{ ${EVERY_METHOD} \\} = ${isPaid(entry) ? "serveWithOwnDoor" : "ownDoor"}\\(`
      : `export const ${entry.method} = ${isPaid(entry) ? "serve" : route.startsWith("/api/cron/") ? "serveSchedule" : "serveFree"}\\(`;
    expect(source).toMatch(OWN_PROTOCOL[route] ?? new RegExp(bound));
    // The till's own would sell as well, and forget which agent the call named.
    if (isPaid(entry))
      expect(source).toMatch(
        /import \{ serve \} from "@\/lib\/serve";|import \{ serveWithOwnDoor \} from "@\/lib\/serve-with-own-door";/,
      );
  });

  it("passes one door, whatever it brings", () => {
    const matches = (headers: Record<string, string> = {}) =>
      unstable_doesMiddlewareMatch({ config, url: `https://x.example${route}`, headers });
    const noPayments = ["", " ", "\t "].map((value) => ({ "payment-signature": value }));
    for (const headers of [{}, { "x-payment": "e30=" }, { authorization: "Payment e30" }, ...noPayments])
      expect(matches(headers)).toBe(isPaid(entry) || !hasOwnDoor(route));
    for (const payment of ["e30=", "x", ","])
      expect(matches({ "payment-signature": payment })).toBe(!hasOwnDoor(route));
  });
});

describe("the catalog", () => {
  it("has one entry for each method of a path, and one tool of each name", () => {
    const names = published.map(({ method, path: route }) => `${method} ${route}`);
    const tools = published.flatMap(({ tool }) => (tool === null ? [] : [tool]));
    for (const all of [names, tools]) expect(new Set(all).size).toBe(all.length);
  });

  it("has a tier of five cents in its price list, which no route has, and else those of the routes", () => {
    const listed = TIERS.map(({ name, price, sold }) => [name, price / 1e6, sold]);
    expect(listed.filter(([, , sold]) => sold === true)).toEqual(
      Object.entries(PRICES).map(([name, dollars]) => [name, dollars, true]),
    );
    expect(listed.filter(([, , sold]) => sold === false)).toEqual([["light", 0.05, false]]);
    expect(new Set(published.map(({ tier }) => tier))).toEqual(new Set(Object.keys(PRICES)));
    const page = renderToStaticMarkup(PricingPage());
    for (const dollars of ["$0.02", "$0.05", "$0.10", "$0.25"]) expect(page).toContain(`>${dollars}<`);
  });

  it("takes bodies of 16 KB, and larger ones where texts or messages are", () => {
    const KB = 1024;
    const others = published
      .filter(({ limits }) => limits.bodyBytes !== 16 * KB)
      .map(({ method, path: route, limits }) => [`${method} ${route}`, limits.bodyBytes / KB]);
    expect(Object.fromEntries(others)).toEqual({
      "POST /api/svc": 48,
      "POST /api/lounge-signal-publish": 48,
      "POST /api/mcp": 64,
      "POST /api/a2a": 80,
    });
  });

  it("has no GET route whose input a query can't be", () => {
    const routes = published.filter(({ method }) => method === "GET");
    expect(routes.length).toBeGreaterThan(0);
    for (const { input, sample } of routes)
      expect(queryReader(input)(queryOf({ ...sample.input }))).toEqual(sample.input);
  });

  it("has an entry for every route file under app/api", () => {
    const folders = readdirSync(path.join(ROOT, "app", "api"), { recursive: true, encoding: "utf8" }).filter(
      (file) => path.basename(file) === "route.ts",
    );
    const paths = folders.map((file) => `/api/${path.dirname(file)}`).sort();
    expect(paths).toEqual([...new Set(published.map((entry) => entry.path))].sort());
  });

  it("leaves no other spelling of a path to the path's own door", () => {
    const headers = { "payment-signature": "e30=" };
    const passes = (url: string) =>
      unstable_doesMiddlewareMatch({ config, url: `https://x.example${url}`, headers });
    const known = new Set<string>(published.map(({ path: route }) => route));
    const spellings = [...known].flatMap((route) => [
      ...[`${route}/`, `${route}x`, `${route}/x`, route.toUpperCase(), `/API${route.slice(4)}`],
      ...[route.replace(/-(\w)/, "%2D$1"), `/api${route}`],
    ]);
    const nobodys = ["/api", "/api/", "/aPi", "/api/nothing", "/api/svc-intel-", "/api/svc-intel-tvl.json"];
    for (const spelling of [...nobodys, ...spellings.filter((other) => !known.has(other))])
      expect(passes(spelling), spelling).toBe(true);
    for (const page of ["/", "/lounge", "/apiary", "/x/api/svc-intel-tvl"])
      expect(passes(page), page).toBe(false);
  });

  it("is what the front door knows", () => {
    const documents = DOCUMENTS.filter(({ path: address }) => address.startsWith("/api/"));
    expect(ROUTES.slice(published.length).map(({ path: address, method }) => [address, method])).toEqual(
      documents.map(({ path: address }) => [address, "GET"]),
    );
    expect(ROUTES.slice(0, published.length)).toEqual(
      published.map(({ path: route, method, gate, audience, origins, limits, holders }: RouteEntry) => ({
        path: route,
        method,
        gate,
        audience,
        bodyBytes: limits.bodyBytes,
        ...(origins === undefined ? {} : { origins }),
        ...(limits.rate === undefined ? {} : { rate: limits.rate }),
        ...(holders === undefined ? {} : { holders }),
      })),
    );
  });
});
