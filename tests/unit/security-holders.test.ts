import type { ServerResponse } from "node:http";
import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { securityHeadersDocumentation } from "@/lib/security/headers/documentation";
import { securityScanDocumentation } from "@/lib/security/scan/documentation";
import { tcxCreditsDocumentation } from "@/lib/token/credits/documentation";
import { newEvmWallet } from "@/sandbox/accounts";
import { listen, type Listening } from "@/sandbox/host/listen";
import { readJson } from "@/sandbox/host/read-json";
import { DAY_MS, type Holder, moveTokens, newHolder, ONE, resourceOf } from "../support/holders";
import { startTokenWorld, TIERS, type TokenWorld } from "../support/own-token";
import { type ScanWorld, startScanWorld } from "../support/scan-world";

/** A facilitator that finds every payment good and moves no money. */
let settled = 0;
async function facilitate(path: string, payer: string, response: ServerResponse): Promise<void> {
  if (path === "/settle") settled += 1;
  const kinds = [{ x402Version: 2, scheme: "exact", network: "eip155:84532" }];
  const answers: Record<string, unknown> = {
    "/supported": { kinds, extensions: [], signers: {} },
    "/verify": { isValid: true, payer },
    "/settle": { success: true, payer, network: "eip155:84532", transaction: `0x${"ab".repeat(32)}` },
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answers[path]));
}

type Route = "headers" | "readiness" | "scan";
const HOSTS = [
  "leaking-fixture.com",
  "hardened-fixture.com",
  "plain-fixture.com",
  "single-page-app-fixture.com",
  "soft-404-page-fixture.com",
  "soft-404-json-fixture.com",
  "quoting-docs-fixture.com",
  "leaking-crlf-fixture.com",
];

let tokens: TokenWorld;
let world: ScanWorld;
let facilitator: Listening;
let payer: ReturnType<typeof newEvmWallet>;
let routes: Readonly<Record<Route, (request: Request) => Promise<Response>>>;
let askCredits: (wallet: string) => Promise<{ left: number; tier: string; counted: bigint }>;
const deluxe: Holder[] = [];
const executive: Holder[] = [];
let president: Holder;
let others: Holder[];

/** An instance with sites to scan. */
async function enter(settings: Record<string, string> = {}): Promise<void> {
  const { PUBLIC_ORIGIN: _origin, ...token } = tokens.settings;
  const { UPSTASH_REDIS_REST_URL: _url, ...rest } = token;
  world = await startScanWorld({
    ...rest,
    FACILITATOR_PRIMARY_URL: facilitator.url,
    FACILITATOR_FALLBACK_URL: facilitator.url,
    ...settings,
  });
  routes = {
    headers: (await import("@/app/api/svc-security-headers/route")).POST,
    readiness: (await import("@/app/api/svc-security-readiness/route")).POST,
    scan: (await import("@/app/api/svc-security-scan/route")).POST,
  };
  const credits = await import("@/app/api/tcx-credits/route");
  askCredits = async (wallet) => {
    const response = await credits.GET(
      new Request(`${world.service.url}/api/tcx-credits?wallet=${wallet}`, {
        headers: { "x-forwarded-for": "203.0.113.9" },
      }),
    );
    const { entitled, tier, counted } = tcxCreditsDocumentation.output.parse(await response.json());
    return { left: entitled.freeAudits.left, tier, counted: BigInt(counted ?? 0) };
  };
}

beforeAll(async () => {
  tokens = await startTokenWorld({}, DAY_MS);
  for (let more = 0; more < 6; more += 1) deluxe.push(await newHolder(tokens, BigInt(TIERS.deluxe) * ONE));
  for (let more = 0; more < 3; more += 1)
    executive.push(await newHolder(tokens, BigInt(TIERS.executive) * ONE));
  president = await newHolder(tokens, BigInt(TIERS.president) * ONE);
  others = [];
  for (let more = 0; more < 19; more += 1) others.push(await newHolder(tokens, 0n));
  tokens.chain.advance(DAY_MS);
  facilitator = await listen(0, async (request, response) => {
    if (request.method === "POST") await readJson(request, 100_000);
    await facilitate(request.url ?? "", payer.address, response);
  });
}, 120_000);
beforeEach(() => {
  settled = 0;
  payer = newEvmWallet();
});
afterAll(() => Promise.all([tokens.close(), facilitator.close()]));

const requestOf = (host: string) => ({ target: `https://${host}`, allowlist: [host], authorized: true });

let callers = 0;
async function send(route: Route, body: unknown, headers: Record<string, string> = {}) {
  const response = await routes[route](
    new Request(`${world.service.url}/api/svc-security-${route}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": `198.51.100.${(callers += 1) % 250}`, // each address has eight audits a minute
        ...headers,
      },
    }),
  );
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, answer, headers: response.headers };
}

async function claimOf(holder: Holder, route: Route): Promise<Record<string, string>> {
  const path = `/api/svc-security-${route}`;
  const { host, origin } = new URL(world.service.url);
  const proof = await holder.proof(path, { domain: host, uri: origin + path, resources: [resourceOf(path)] });
  return { "x-token-holder-wallet": holder.wallet, "sign-in-with-x": proof };
}

const askFree = async (holder: Holder, route: Route, host: string) =>
  send(route, requestOf(host), await claimOf(holder, route));

async function newPayment(route: Route): Promise<Record<string, string>> {
  const client = new x402Client().register(
    "eip155:84532",
    new ExactEvmScheme(privateKeyToAccount(payer.privateKey)),
  );
  const { answer } = await send(route, {});
  const { x402 } = answer as { x402: PaymentRequired };
  const inUsdc = { ...x402, accepts: x402.accepts.filter(({ network }) => network === "eip155:84532") };
  return {
    "payment-signature": encodePaymentSignatureHeader(await client.createPaymentPayload(inUsdc)),
  };
}

const one = (from: Holder[]): Holder => {
  const holder = from.pop();
  if (holder === undefined) throw new Error("more wallets are needed");
  return holder;
};

describe("a Deluxe holder's free audits", () => {
  beforeAll(() => enter());
  afterAll(() => world.close());

  it("are three a day of both routes together, of fifty calls beside each other too", async () => {
    const holder = one(deluxe);
    const calls = Array.from({ length: 50 }, (_, at) =>
      askFree(holder, at % 2 === 0 ? "headers" : "readiness", HOSTS[at % HOSTS.length] ?? ""),
    );
    const came = await Promise.all(calls);
    const served = came.filter(({ status }) => status === 200).length;
    expect(served).toBeLessThanOrEqual(3);
    await vi.waitFor(async () => expect((await askCredits(holder.wallet)).left).toBe(3 - served), 10_000);
    // Those that met another scan of their site were given back: what is left is served, and no more.
    for (let left = 3 - served; left > 0; left -= 1)
      expect((await askFree(holder, "headers", HOSTS[left] ?? "")).status).toBe(200);
    const over = await askFree(holder, "readiness", "hardened-fixture.com");
    expect(over.status).toBe(402);
    expect(String(over.answer["error"])).toMatch(/3 free audits of today/);
    expect(settled).toBe(0);
  }, 60_000);

  it("are complete, attested, without a receipt, and read as what they are", async () => {
    const holder = one(deluxe);
    const { status, answer, headers } = await askFree(holder, "headers", "hardened-fixture.com");
    expect(status).toBe(200);
    expect(headers.has("payment-response")).toBe(false);
    expect(securityHeadersDocumentation.output.parse(answer)).toMatchObject({
      summary: { grade: "A+" },
      access: { tier: "Deluxe", liveCeiling: "President", tcxLaunched: true },
    });
    const [attested = ""] = await world.store.redis.keys("*scan-attestation:free-audit:*");
    expect(JSON.parse((await world.store.redis.get<string>(attested)) ?? "")).toMatchObject({
      host: expect.stringMatching(/fixture/),
    });
  });

  it("are given back where the site can't be audited", async () => {
    const holder = one(deluxe);
    expect((await askFree(holder, "headers", "unknown-name-fixture.com")).status).toBe(503);
    expect((await askFree(holder, "readiness", "private-name-fixture.com")).status).toBe(403);
    await vi.waitFor(async () => expect((await askCredits(holder.wallet)).left).toBe(3));
  });

  it("are not touched by a call that is refused for what it says, or that is paid for", async () => {
    const holder = one(deluxe);
    const claim = await claimOf(holder, "headers");
    const refused = await send("headers", { target: "https://plain-fixture.com", authorized: true }, claim);
    expect(refused.status).toBe(400);
    const paid = await send("headers", requestOf("plain-fixture.com"), {
      ...claim,
      ...(await newPayment("headers")),
    });
    expect([paid.status, settled]).toEqual([200, 1]);
    expect((await askCredits(holder.wallet)).left).toBe(3);
    // The proof is as good as it was: nothing was decided by it.
    expect((await send("headers", requestOf("hardened-fixture.com"), claim)).status).toBe(200);
  });

  it("are three in all for tokens that move through twenty wallets within the day", async () => {
    const amount = BigInt(TIERS.deluxe) * ONE;
    const wallets = [one(deluxe), ...others];
    let audits = 0;
    let counted = 0n;
    for (const [at, wallet] of wallets.entries()) {
      counted += (await askCredits(wallet.wallet)).counted;
      for (let call = 0; call < (at === 0 ? 4 : 1); call += 1) {
        const { status } = await askFree(wallet, "headers", HOSTS[(at + call) % HOSTS.length] ?? "");
        expect([200, 402]).toContain(status);
        if (status === 200) audits += 1;
      }
      const next = wallets[at + 1];
      if (next !== undefined) await moveTokens(tokens, wallet, next, amount);
    }
    expect(wallets).toHaveLength(20);
    expect(counted).toBe(amount);
    expect(audits).toBe(3);
  }, 120_000);

  it("are not for holders of less", async () => {
    await world.store.redis.flushdb();
    const [guest] = others; // its tokens came and went today
    const came = await askFree(guest ?? one(deluxe), "headers", "plain-fixture.com");
    expect(came.status).toBe(402);
    expect(String(came.answer["error"])).toMatch(/X-Token-Holder-Wallet: /);
  });
});

describe("a holder's paid scan", () => {
  beforeAll(() => enter({ SCAN_SPACING_MS: "600000" }));
  afterAll(() => world.close());

  const scanFor = async (holder: Holder | null, host: string, more: Record<string, string> = {}) =>
    send("scan", requestOf(host), {
      ...(holder !== null && (await claimOf(holder, "scan"))),
      ...(await newPayment("scan")),
      ...more,
    });

  it("shows what the tier has, from a proof of another wallet than the paying one, and costs the same", async () => {
    const came = await scanFor(one(executive), "leaking-fixture.com");
    expect(came.status).toBe(200);
    expect(settled).toBe(1);
    const report = securityScanDocumentation.output.parse(came.answer);
    expect(report.access).toMatchObject({
      ...{ tier: "Executive", liveCeiling: "President", tcxLaunched: true },
    });
    expect(report.readiness?.checks).not.toBeNull();
    expect(report.breakdown.surface.findings.length).toBe(report.summary.surfaceFindings);
    expect(report.breakdown.surface.findings.every(({ detail }) => detail !== null)).toBe(true);
    expect(report.deskModules.filter(({ status }) => status === "soon").map(({ id }) => id)).toEqual([
      "extended",
    ]);
  });

  it("says President for who is one, whose own modules are still to come", async () => {
    const report = securityScanDocumentation.output.parse(
      (await scanFor(president, "leaking-crlf-fixture.com")).answer,
    );
    expect(report.access.tier).toBe("President");
    expect(report.deskModules.find(({ tier }) => tier === "President")?.status).toBe("soon");
  });

  it("keeps the depth that it was sold at, whatever is claimed when it is read again", async () => {
    const holder = one(executive);
    const host = "plain-fixture.com";
    const payment = await newPayment("scan");
    const sold = await send("scan", requestOf(host), { ...(await claimOf(holder, "scan")), ...payment });
    expect(sold.answer).toMatchObject({ access: { tier: "Executive" } });
    const again = await send("scan", requestOf(host), payment);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.answer).toEqual(sold.answer);
    const kept = await scanFor(null, host);
    expect(kept.answer).toMatchObject({ access: { tier: "Executive" }, cached: {} });
  });

  it("is not a guest's kept report: that would be paid for less than a new one shows", async () => {
    const holder = one(executive);
    const host = "hardened-fixture.com";
    expect((await scanFor(null, host)).answer).toMatchObject({ access: { tier: "Guest" } });
    settled = 0;
    const deeper = await scanFor(holder, host);
    expect([deeper.status, settled]).toEqual([429, 0]);
    expect((await scanFor(null, host)).answer).toMatchObject({ access: { tier: "Guest" }, cached: {} });
  });

  it("takes a proof once, and is not charged for a used one", async () => {
    const claim = await claimOf(president, "scan");
    const asked = await send("scan", requestOf("soft-404-page-fixture.com"), claim);
    expect(asked.status).toBe(402); // asking for the price uses nothing up
    const first = await scanFor(null, "soft-404-page-fixture.com", claim);
    expect(first.answer).toMatchObject({ access: { tier: "President" } });
    settled = 0;
    const second = await scanFor(null, "soft-404-json-fixture.com", claim);
    expect([second.status, settled]).toEqual([400, 0]);
  });

  it("is a guest's where the claim does not count, and says why", async () => {
    const [guest = president] = others;
    const { "sign-in-with-x": _proof, ...bare } = await claimOf(guest, "scan");
    const report = securityScanDocumentation.output.parse(
      (await scanFor(null, "quoting-docs-fixture.com", bare)).answer,
    );
    expect(report.access.tier).toBe("Guest");
    expect(report.notes.join(" ")).toMatch(/a claim counts with a proof of its wallet/);
  });
});

describe("while the chain can't be asked", () => {
  beforeAll(() => enter({ SOLANA_RPC_URL: "http://127.0.0.1:1" }));
  afterAll(() => world.close());

  it("everybody is a guest, who is told why, and nothing is free", async () => {
    const audit = await askFree(president, "headers", "plain-fixture.com");
    expect(audit.status).toBe(402);
    expect(String(audit.answer["error"])).toMatch(/chain can't be asked/);
    const scan = await send("scan", requestOf("leaking-fixture.com"), {
      ...(await claimOf(president, "scan")),
      ...(await newPayment("scan")),
    });
    const report = securityScanDocumentation.output.parse(scan.answer);
    expect(report.access.tier).toBe("Guest");
    expect(report.breakdown.surface.findings).toEqual([]);
    expect(report.notes.join(" ")).toMatch(/chain can't be asked/);
  });
});
