import {
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  getOpenAPI,
  getWarningsForL2,
  getWarningsForL4,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
} from "@agentcash/discovery";
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { catalog } from "@/lib/catalog";
import { isPaid, priceOf } from "@/lib/catalog/define";
import { formatUsd, toUsd } from "@/lib/catalog/money";
import { tvlEntry } from "@/lib/desks/tvl/entry";
import type { OpenApiDocument } from "@/lib/discovery/openapi/format";
import { ROOT, STATE_DIR } from "@/sandbox/service";
import { newAddress, post } from "../support/service";
import { judged } from "../support/watch-answers";
import { world } from "../support/world";

const sandbox = world();
const run = promisify(execFile);
const address = `${sandbox.origin}/openapi.json`;

describe("/openapi.json", () => {
  it("is JSON for any origin, which caches may keep and tell apart", async () => {
    const response = await fetch(address, { headers: { origin: "https://elsewhere.example" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toMatch(/^public, max-age=[1-9]\d*(, |$)/);
    expect(response.headers.get("etag")).toMatch(/^W\/"[\w-]{27}"$/);
  });

  it("describes this service: its address, its contact, and that all data is made up", async () => {
    const { servers, info, paths } = (await (await fetch(address)).json()) as OpenApiDocument; // rendered from that type
    expect(servers[0]?.url).toBe(sandbox.origin);
    expect(info.contact?.email).toBe(sandbox.serviceEnv.CONTACT_EMAIL);
    expect(info.description).toContain(sandbox.serviceEnv.SERVICE_NOTICE);
    const customers = catalog.filter(({ audience }) => audience === "public");
    expect(Object.keys(paths).sort()).toEqual([...new Set(customers.map((entry) => entry.path))].sort());
  });
});

describe("AgentCash's discovery", () => {
  it("reads from it what each route costs and how that is paid, and finds nothing to warn of", async () => {
    const read = await getOpenAPI(sandbox.origin);
    const found = read.unwrapOr(null);
    if (found === null || isOpenApiParseFailure(found)) throw new Error("it could not read the document");
    const listed = checkL2ForOpenAPI(found);
    const warnings = [
      ...getWarningsForOpenAPI(found),
      ...getWarningsForL2(listed),
      ...getWarningsForL4(checkL4ForOpenAPI(found)),
    ];
    // The whole contract has as many routes as the specification; who wants one reads /openapi/<label>.json.
    expect(warnings.filter(({ code }) => code !== "L2_ROUTE_COUNT_HIGH")).toEqual([]);
    const customers = catalog.filter(({ audience }) => audience === "public");
    const reported = listed.routes.map(({ method, path: at, price, protocols }) => ({
      method,
      path: at,
      price,
      protocols,
    }));
    expect(reported).toEqual(
      customers.map((entry) => ({
        method: entry.method,
        path: entry.path,
        price: isPaid(entry) ? `${formatUsd(priceOf(entry)).slice(1)} USD` : undefined,
        protocols: isPaid(entry) ? ["x402", "mpp"] : undefined,
      })),
    );
  });
});

it("is what every answer of this suite is held against", async () => {
  const before = judged();
  const { status } = await post({ origin: sandbox.origin, path: tvlEntry.path });
  expect(status).toBe(402);
  await vi.waitUntil(() => judged() === before + 1, 10_000);
});

/** What a customer would write. A line that must not compile says so; if it does compile, that is an error too. */
const CALLER = `
import createClient from "openapi-fetch";
import type { paths } from "./contract";

const [origin = "", address = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: origin, headers: { "x-forwarded-for": address } });

const market = await client.GET("/api/market");
if (market.data === undefined) throw new Error("no market");
const symbols: ("BTC" | "ETH")[] = (market.data.ticks ?? []).map(({ symbol }) => symbol);

const unpaid = await client.POST("/api/svc-intel-tvl", { body: {} });
if (unpaid.error?.code !== "payment_required") throw new Error("no price");
const price: 0.02 = unpaid.error.priceUsdc;
const amounts: string[] = unpaid.error.x402.accepts.map(({ amount }) => amount);

const wrong = await client.GET("/api/receipt", { params: { query: { payment: "none" } } });
const code: string | undefined = wrong.error?.code;

// @ts-expect-error no operation of an operator's is in the contract
const operators = () => client.GET("/api/cron/reconcile");
// @ts-expect-error a scan without a target is refused
const noTarget = () => client.POST("/api/svc-security-scan", { body: { authorized: true } });
// @ts-expect-error a coin that no desk reports on is refused
const unknownCoin = () => client.POST("/api/svc-intel-whales", { body: { symbols: ["DOGE"] } });
void [operators, noTarget, unknownCoin];

console.log(JSON.stringify({ symbols, status: unpaid.response.status, price, amounts, code }));
`;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    types: ["node"],
    outDir: "built",
  },
  include: ["caller.ts", "contract.d.ts"],
};

describe("a client that is generated from it", () => {
  const folder = path.join(STATE_DIR, "openapi", "client");
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    const contract = astToString(await openapiTS(new URL(address)));
    const files = {
      "contract.d.ts": contract,
      "caller.ts": CALLER,
      "tsconfig.json": JSON.stringify(TSCONFIG),
      "package.json": JSON.stringify({ type: "module" }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  });

  it(
    "compiles, refuses what the contract refuses, and calls the service by it",
    { timeout: 180_000 },
    async () => {
      const tsc = path.join(ROOT, "node_modules", "typescript", "bin", "tsc");
      const compiled = await run(process.execPath, [tsc, "-p", folder]).catch((error: unknown) => {
        throw new Error(String(error instanceof Error && "stdout" in error ? error.stdout : error));
      });
      expect(compiled.stdout).toBe("");
      const caller = path.join(folder, "built", "caller.js");
      const { stdout } = await run(process.execPath, [caller, sandbox.origin, newAddress()]);
      const price = priceOf(tvlEntry);
      expect(JSON.parse(stdout)).toEqual({
        symbols: ["BTC", "ETH"],
        status: 402,
        price: toUsd(price),
        amounts: [String(price), String(price)],
        code: "invalid_request",
      });
    },
  );
});
