/**
 * The service as Vercel would deploy it: `vercel build` without a network, what it made, and that served by the
 * platform's rules (tests/peers/vercel) with the integration suite's sales, replays, documents and tools against it.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ROUTE_FILES } from "@/host/route-files.generated";
import { contentTypeOf, DOCUMENTS, PAGE_TWIN } from "@/lib/discovery/documents";
import { ALL_PAGES, twinOf } from "@/lib/discovery/pages";
import { missingForDeployment } from "@/lib/setting-words";
import { listen } from "@/sandbox/host/listen";
import { freePort } from "@/sandbox/ports";
import type { Component } from "@/sandbox/process";
import { startService, STATE_DIR } from "@/sandbox/service";
import type { World } from "@/sandbox/world";
import { describeFailures } from "@/scripts/failures";
import { runTests } from "@/scripts/stages";
import vercel from "@/vercel.json" with { type: "json" };
import { misbehavingOutput } from "../../fixtures/vercel-output";
import { declaredHeaders, headersFor, type HeaderRule } from "../../support/declared-headers";
import { installPeer } from "../../support/peers";
import { newAddress } from "../../support/service";
import { filesOf, functionsOf, type VercelBuild, vercelBuild } from "../../support/vercel-build";
import { world } from "../../support/world";

const sandbox = world();
const MINUTES = 60_000;
const MEGABYTE = 1024 * 1024;
const BRANCH = "feat/a-branch";
/** First part of the keys of a preview of that branch. */
const PREFIX = "svc-preview-feat-a-branch";

/** What a deployment is told by Vercel while it is built and while it runs. */
const platform = (kind: "preview" | "production"): Record<string, string> => ({
  VERCEL: "1",
  VERCEL_ENV: kind,
  VERCEL_GIT_COMMIT_REF: BRANCH,
});

/**
 * The integration suite's files that run against the output here: sales and replays on both chains, a crawl of the documents,
 * tools, agents. Others take a store or facilitators away in ways that a preview's settings leave no room for.
 */
const SUITES = ["purchase", "discovery-links", "mcp", "a2a"];

/** The settings of a preview that is told nothing of network and keys. */
function previewSettings(origin: string): Record<string, string> {
  const { NETWORK, STORE_PREFIX, VALIDATE_OUTPUT, TRUSTED_PROXY_HOPS, ...others } = sandbox.serviceEnv;
  expect([NETWORK, STORE_PREFIX, VALIDATE_OUTPUT, TRUSTED_PROXY_HOPS]).not.toContain(undefined);
  return {
    ...others,
    LEDGER_REDIS_REST_URL: others.UPSTASH_REDIS_REST_URL ?? "",
    LEDGER_REDIS_REST_TOKEN: others.UPSTASH_REDIS_REST_TOKEN ?? "",
    PUBLIC_ORIGIN: origin,
    ...platform("preview"),
  };
}

const PAGES = ALL_PAGES.map(({ path: page }) => page);

type Asked = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

/** A browser's question whether a page of another origin may send such a request. */
const preflight = (method: string, header: string): Asked => ({
  method: "OPTIONS",
  headers: {
    origin: "https://example.com",
    "access-control-request-method": method,
    "access-control-request-headers": header,
  },
});

type Row = [address: string, asked: Asked, promised: Record<string, unknown>];

const withoutHashes = (policy = ""): string => policy.replaceAll(/ 'sha256-[^']+'/g, "");

const A_TEXT: unknown = expect.stringMatching(/./);
const A_NUMBER: unknown = expect.stringMatching(/^\d+$/);

/** What answers are promised to carry, in words of its own: a rule that were taken out would be missed here. */
const SAFE = {
  "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};
const ANY_ORIGIN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": expect.stringMatching(
    /PAYMENT-REQUIRED, PAYMENT-RESPONSE, .*Retry-After, X-RateLimit-Limit, RateLimit-Limit/,
  ) as unknown,
};
const PREFLIGHT = {
  ...ANY_ORIGIN,
  "access-control-allow-methods": expect.stringMatching(/^(GET, HEAD|POST), OPTIONS$/) as unknown,
  "access-control-allow-headers": expect.stringContaining("Content-Type, ") as unknown,
  "access-control-max-age": "86400",
};
const DATA = { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };
const PAGE = {
  ...SAFE,
  "content-security-policy": expect.stringMatching(
    /^default-src 'none'; script-src 'self'( 'sha256-[^']+')+; (?!.*unsafe).*frame-ancestors 'none'$/,
  ) as unknown,
};
const DOCUMENT = {
  ...SAFE,
  ...ANY_ORIGIN,
  "cache-control": expect.stringMatching(/^public, max-age=300(, stale-while-revalidate=86400)?$/) as unknown,
};
const API = {
  ...SAFE,
  ...DATA,
  ...ANY_ORIGIN,
  "x-ratelimit-limit": A_NUMBER,
  "ratelimit-limit": A_NUMBER,
};

let build: VercelBuild;
let origin: string;
let port: number;
let settings: Record<string, string>;
beforeAll(async () => {
  await installPeer("vercel");
  port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  settings = previewSettings(origin);
  build = await vercelBuild(settings);
  expect(build.code, build.printed.slice(-3_000)).toBe(0);
}, 15 * MINUTES);
afterAll(() => build.remove());

interface Rule {
  src?: string;
  headers?: Record<string, string>;
}

const config = () =>
  JSON.parse(readFileSync(path.join(build.output, "config.json"), "utf8")) as {
    routes: Rule[];
    crons: { path: string; schedule: string }[];
  }; // Vercel's own format

describe("what vercel build makes", () => {
  it("needs no other machine", () => {
    expect(build.attempts).toEqual([]);
  });

  it("answers every route by an edge function in the region of vercel.json", () => {
    const functions = functionsOf(build.output);
    const api = functions.filter((one) => one.path.startsWith("/api/"));
    expect(api.map((one) => one.path).sort()).toEqual(Object.keys(ROUTE_FILES).sort());
    for (const { path: route, regions } of functions.filter((one) => one.runtime === "edge"))
      if (route !== "/middleware") expect({ route, regions }).toEqual({ route, regions: vercel.regions });
    expect(new Set(api.map(({ runtime }) => runtime))).toEqual(new Set(["edge"]));
  });

  it("keeps every function below the smallest plan's megabyte, with a source map that holds no sources", () => {
    const edge = functionsOf(build.output).filter(({ runtime }) => runtime === "edge");
    for (const { path: route, bytes, files } of edge) {
      expect(bytes, route).toBeLessThan(MEGABYTE);
      expect(
        files.filter((file) => !/^index\.js(\.map)?$/.test(file)),
        route,
      ).toEqual([]);
      const map = readFileSync(path.join(build.output, "functions", `${route}.func`, "index.js.map"), "utf8");
      expect(map, route).not.toContain("answer.ts");
    }
  });

  it("calls the schedules of vercel.json, each a route of its own", () => {
    expect(config().crons).toEqual(vercel.crons);
    for (const { path: route } of vercel.crons) expect(Object.keys(ROUTE_FILES)).toContain(route);
  });

  it("carries no secret of the deployment's, in no file and no function's environment", () => {
    const secrets = Object.entries(settings).filter(([name]) => /SECRET|TOKEN$|_KEY$/.test(name));
    expect(secrets.length).toBeGreaterThanOrEqual(8);
    for (const file of filesOf(build.output)) {
      const text = readFileSync(file, "latin1");
      for (const [name, value] of secrets)
        if (value.length >= 16) expect(text.includes(value), `${name} in ${file}`).toBe(false);
    }
    for (const { environment } of functionsOf(build.output))
      for (const name of Object.keys(environment)) expect(name).toMatch(/^(__)?NEXT_/);
  });
});

describe("a build without its variables", () => {
  it(
    "fails, and names each; the ledger that it knows is not asked",
    async () => {
      const store = { LEDGER_REDIS_REST_URL: "https://store.example.com", LEDGER_REDIS_REST_TOKEN: "none" };
      const bare = await vercelBuild({ ...platform("production"), ...store });
      bare.remove();
      expect(bare.code).not.toBe(0);
      expect(bare.attempts).toEqual([]);
      const missing = missingForDeployment(store).map((line) => line.slice(0, line.indexOf(":")));
      expect(missing).toContain("MPP_SECRET_KEY");
      for (const name of missing) expect(bare.printed).toContain(`This deployment lacks ${name}: `);
    },
    5 * MINUTES,
  );
});

describe("the output, served by the platform's rules", () => {
  let host: Component;
  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(origin + address, { headers: { "x-forwarded-for": newAddress(), ...headers } });

  beforeAll(async () => {
    process.env.VERCEL_OUTPUT = build.output;
    host = await startService({ port, host: "vercel", name: "vercel", env: settings });
  });
  afterAll(() => host.stop());

  it.each(DOCUMENTS.map((document) => [document.path, contentTypeOf(document)] as const))(
    "gives %s as %s",
    async (address, type) => {
      const response = await get(address);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe(type);
    },
  );

  it.each(PAGES)(
    "lets %s run the scripts that stand in it, and no other; in Markdown for who prefers that",
    async (page) => {
      const response = await get(page);
      const [html, policy] = [await response.text(), response.headers.get("content-security-policy") ?? ""];
      expect(response.status).toBe(200);
      expect(policy).not.toContain("unsafe-inline");
      const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
      expect(scripts.length).toBeGreaterThan(0);
      for (const [, script = ""] of scripts)
        expect(policy).toContain(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
      const markdown = await get(page, { accept: "text/markdown" });
      expect(markdown.headers.get("content-type")).toBe(contentTypeOf(PAGE_TWIN));
    },
  );

  describe("carries every header of every rule of next.config.ts that names the address", () => {
    let rules: readonly HeaderRule[];
    beforeAll(async () => {
      rules = await declaredHeaders(build.folder, settings);
    });

    it.each<Row>([
      ...PAGES.map((page): Row => [page, {}, PAGE]),
      ...PAGES.map((page): Row => [page, { headers: { accept: "text/markdown" } }, DOCUMENT]),
      ...PAGES.map((page): Row => [twinOf(page), {}, DOCUMENT]),
      ...DOCUMENTS.map((one): Row => [one.path, {}, { ...DOCUMENT, "content-type": contentTypeOf(one) }]),
      ["/openapi.json", preflight("GET", "if-none-match"), { ...SAFE, ...PREFLIGHT }],
      [
        "/openapi.json",
        { method: "POST", body: "{}" },
        { ...SAFE, ...ANY_ORIGIN, "cache-control": "no-store" },
      ],
      ["/api/x402-config", {}, API],
      ["/api/mcp", {}, { ...SAFE, ...DATA, "content-type": "application/json" }],
      ["/api/nothing-here", {}, API],
      ["/API/x402-config", {}, API],
      [
        "/api/svc-intel-tvl",
        { method: "POST" },
        // A challenge exposes what it carries: its headers have to fit into a proxy's default buffer.
        {
          ...{ ...API, "payment-required": A_TEXT },
          "access-control-expose-headers": expect.stringMatching(/^PAYMENT-REQUIRED, WWW-Authenticate, /),
        },
      ],
      ["/api/svc-intel-tvl", preflight("POST", "payment-signature"), { ...SAFE, ...DATA, ...PREFLIGHT }],
      ["/api/x402-config", preflight("GET", "content-type"), { ...SAFE, ...DATA, ...PREFLIGHT }],
      ["/nothing-here", {}, PAGE],
    ])("%s %j", async (address, asked, promised) => {
      const own = { "x-forwarded-for": newAddress(), "accept-encoding": "identity" };
      const headers = new Headers({ ...own, ...asked.headers });
      const answer = await fetch(origin + address, { ...asked, headers });
      await answer.arrayBuffer();
      const carried = Object.fromEntries(answer.headers);
      expect(carried).toMatchObject(promised);
      if (typeof asked.body === "string") headers.set("content-length", String(asked.body.length)); // as fetch does
      const policy = "content-security-policy";
      for (const [name, value] of headersFor(rules, address, headers))
        expect([name, name === policy ? withoutHashes(carried[name]) : carried[name]]).toEqual([name, value]);
    });
  });

  it("is a preview: on the testnet, with keys of its branch, its answers checked", async () => {
    const { networks } = (await (await get("/api/x402-config")).json()) as { networks: { name: string }[] };
    expect(networks.map(({ name }) => name)).toEqual(["Base Sepolia", "Solana Devnet"]);
    const { url, token } = sandbox.redis;
    const answer = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(["KEYS", `${PREFIX}:*`]),
    });
    expect(((await answer.json()) as { result: string[] }).result.length).toBeGreaterThan(0);
    expect(readFileSync(host.logFile, "utf8")).not.toContain("answers_unchecked");
  });

  it("is refused by the platform where a request is larger than it takes", async () => {
    const big = await fetch(`${origin}/api/market`, { method: "POST", body: "x".repeat(5 * MEGABYTE) });
    expect([big.status, big.headers.get("x-vercel-error")]).toEqual([413, "FUNCTION_PAYLOAD_TOO_LARGE"]);
    const head = await get("/api/market", {
      "x-one": "x".repeat(15_000),
      "x-two": "y".repeat(15_000),
      "x-three": "z".repeat(5_000),
    });
    expect([head.status, head.headers.get("x-vercel-error")]).toEqual([494, "REQUEST_HEADER_TOO_LARGE"]);
  });

  it(
    "passes the integration suite's sales, replays, documents and tools",
    async () => {
      const folder = path.join(STATE_DIR, "vercel");
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const serviceEnv = { ...settings, STORE_PREFIX: PREFIX };
      const asVercel: World = { ...sandbox, origin, host: "vercel", serviceEnv };
      writeFileSync(path.join(folder, "world.json"), JSON.stringify(asVercel), { mode: 0o600 });
      const tally = await runTests("integration", {
        settings: { SANDBOX_DIR: folder, VERCEL_OUTPUT: build.output },
        files: SUITES.map((suite) => `tests/integration/${suite}.test.ts`),
      });
      expect(describeFailures(tally.failures ?? [])).toBe("");
      expect(tally.passed).toBeGreaterThan(100);
    },
    15 * MINUTES,
  );

  it("did nothing that the platform forbids", () => {
    const lines = readFileSync(host.logFile, "utf8").split("\n");
    expect(lines.filter((line) => /"event":"(forbidden|failed)"/.test(line))).toEqual([]);
  });
});

describe("the platform's rules, where a function breaks them", () => {
  let host: Component;
  let address: string;
  let output: string;
  let reported = 0;
  let listener: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    listener = await listen(0, (_, response) => {
      reported += 1;
      response.end();
    });
    const own = await freePort();
    address = `http://127.0.0.1:${own}/api/misbehaves`;
    output = misbehavingOutput();
    process.env.VERCEL_OUTPUT = output;
    host = await startService({ port: own, host: "vercel", name: "vercel-misbehaves", env: {} });
  });
  afterAll(async () => {
    await host.stop();
    await listener.close();
    rmSync(output, { recursive: true, force: true });
  });

  const ask = async (what: string): Promise<number> => {
    const { status } = await fetch(
      `${address}?${new URLSearchParams({ do: what, to: listener.url }).toString()}`,
    );
    return status;
  };

  it.each(["evaluate", "read a file"])("a function that wants to %s fails", async (what) => {
    expect(await ask("nothing")).toBe(200);
    expect(await ask(what)).toBe(500);
  });

  it("work after the response is lost, unless the platform was told to wait for it", async () => {
    expect(await ask("go on")).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(reported).toBe(0);
    expect(await ask("go on, announced")).toBe(200);
    await vi.waitFor(() => expect(reported).toBe(1));
  });

  /** What the host has told of itself so far, by event. */
  const told = (event: string): string[] =>
    readFileSync(host.logFile, "utf8")
      .split("\n")
      .filter((line) => line.includes(`"event":"${event}"`));

  it("a body that breaks is the function's failure; a caller that hangs up is not", async () => {
    const before = told("failed").length;
    const hungUp = await fetch(`${address}?do=send+without+end`);
    await hungUp.body?.cancel();
    await vi.waitFor(() => expect(told("hung up")).toHaveLength(1), 5_000);
    expect(told("failed")).toHaveLength(before);
    const broken = fetch(`${address}?do=break+its+body`).then((response) => response.text());
    await expect(broken).rejects.toThrow();
    await vi.waitFor(() => expect(told("failed")).toHaveLength(before + 1), 5_000);
    expect(told("hung up")).toHaveLength(1);
  });

  it("a response that does not begin within 25 seconds is given up", async () => {
    expect(await ask("begin too late")).toBe(504);
  }, 60_000);
});
