import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { priceOf } from "@/lib/catalog/define";
import { securityHeadersDocumentation } from "@/lib/security/headers/documentation";
import { securityReadinessDocumentation } from "@/lib/security/readiness/documentation";
import { securityScanDocumentation } from "@/lib/security/scan/documentation";
import {
  asHeader,
  type Call,
  CHAINS,
  earlyInWindow,
  newAddress,
  newPayer,
  payFor,
  type Payer,
  post,
  refusal,
  untilAnswered,
} from "../support/service";
import { verifyDirectory, verifyRequest } from "../support/verify-signature";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;

/** What the sites of the sandbox tell of a request that they got. */
const AskedOf = z.object({
  method: z.string(),
  address: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

const request = (host: string) => ({ target: `https://${host}`, allowlist: [host], authorized: true });

/** A site for each sale, since it is not scanned for a while after each scan, and its expected report. */
const SALES = [
  {
    entry: securityScanDocumentation,
    site: { base: "leaking-fixture.com", solana: "detached-head-fixture.com" },
    expected: {
      base: { breakdown: { surface: { severityCounts: { high: 3 } } } },
      solana: { summary: { surfaceGrade: "elevated" } },
    },
  },
  {
    entry: securityHeadersDocumentation,
    site: { base: "hardened-fixture.com", solana: "leaking-crlf-fixture.com" },
    expected: { base: { summary: { grade: "A+" } }, solana: { summary: { grade: "F" } } },
  },
  {
    entry: securityReadinessDocumentation,
    site: { base: "plain-fixture.com", solana: "login-wall-fixture.com" },
    expected: { base: { summary: { score: 0 } }, solana: { summary: { score: 0 } } },
  },
] as const;

/** As a client that waits while the site is left alone. */
async function whileLeftAlone(ask: () => Promise<Response>): Promise<Response> {
  for (let left = 10; ; left -= 1) {
    const response = await ask();
    if (response.status !== 429 || left === 0) return response;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

const patiently = (call: Call): Promise<Response> => whileLeftAlone(() => untilAnswered(call));

describe.each(CHAINS)("on %s", (chain) => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, chain);
  });

  it.each(SALES)(
    "$entry.label is bought for exactly its price, and read again for nothing",
    async ({ entry, site, expected }) => {
      const body = request(site[chain]);
      const payment = asHeader(await payFor(origin, entry.path, payer));
      const before = await payer.balance();
      const bought = await patiently({ origin, path: entry.path, body, payment });
      const text = await bought.text();
      expect(bought.status, text).toBe(200);
      expect(entry.output.safeParse(JSON.parse(text))).toMatchObject({ success: true });
      expect(JSON.parse(text)).toMatchObject(expected[chain]);
      const again = await post({ origin, path: entry.path, body, payment });
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(await again.text()).toBe(text);
      expect(before - (await payer.balance())).toBe(BigInt(priceOf(entry)));
    },
  );

  it.each([
    ["whose name leads into a private network", "private-name-fixture.com", 403, "platform_scope_forbidden"],
    ["without a name", "unknown-name-fixture.com", 503, "target_unreachable"],
    ["that breaks the connection", "resetting-fixture.com", 503, "target_unreachable"],
    ["behind a test for browsers", "challenged-fixture.com", 503, "target_unreachable"],
  ])("a site %s costs nothing, and the payment can still be used", async (_, host, status, code) => {
    const { path } = securityHeadersDocumentation;
    const payment = asHeader(await payFor(origin, path, payer));
    const before = await payer.balance();
    // Between the chains' visits the same site is left alone for a moment.
    const refused = await whileLeftAlone(() => post({ origin, path, body: request(host), payment }));
    expect([refused.status, (await refusal(refused)).code]).toEqual([status, code]);
    expect(refused.headers.get("payment-response")).toBeNull();
    expect(await payer.balance()).toBe(before);
    const sold = await patiently({ origin, path, body: request("single-page-app-fixture.com"), payment });
    expect(sold.status).toBe(200);
    expect(before - (await payer.balance())).toBe(BigInt(priceOf(securityHeadersDocumentation)));
  });
});

describe("a site that somebody had scanned", () => {
  it("got nothing but requests that verify against the key directory as it is served", async () => {
    const address = `${origin}/.well-known/http-message-signatures-directory`;
    const served = await fetch(address);
    expect(served.headers.get("content-type")).toBe("application/http-message-signatures-directory+json");
    const { directory } = await verifyDirectory(served, address);
    const host = "env-template-fixture.com";
    const payer = await newPayer(sandbox, "base");
    const payment = asHeader(await payFor(origin, securityScanDocumentation.path, payer));
    const sold = await patiently({
      origin,
      path: securityScanDocumentation.path,
      body: request(host),
      payment,
    });
    expect(sold.status).toBe(200);
    const all = AskedOf.array().parse(await (await fetch(`${sandbox.serviceEnv.SCAN_ORIGIN}/asked`)).json());
    const asked = all.filter((one) => new URL(one.address).host === host);
    expect(asked.length).toBeGreaterThan(15);
    for (const one of asked) await verifyRequest(one, directory);
  });

  it("is not scanned for any payment, where its owner refuses the scanner", async () => {
    const { path } = securityScanDocumentation;
    const payer = await newPayer(sandbox, "base");
    const payment = asHeader(await payFor(origin, path, payer));
    const before = await payer.balance();
    const refused = await post({ origin, path, body: request("opted-out-fixture.com"), payment });
    expect([refused.status, (await refusal(refused)).code]).toEqual([403, "platform_scope_forbidden"]);
    expect(await payer.balance()).toBe(before);
  });
});

describe("without a payment", () => {
  it("the service scans itself", async () => {
    const { path, output } = securityScanDocumentation;
    const answer = await patiently({ origin, path, body: { target: origin, selfAudit: true } });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    expect(output.safeParse(JSON.parse(text))).toMatchObject({ success: true });
  });

  it("the ninth audit of a minute is refused, whichever of the routes they are; asking for the price is none", async () => {
    await earlyInWindow();
    const address = newAddress();
    const body = request("10.0.0.1");
    const statuses: number[] = [];
    for (let number = 0; number < 9; number += 1) {
      const { entry } = SALES[number % SALES.length] ?? SALES[0];
      statuses.push((await post({ origin, path: entry.path, address })).status);
      statuses.push((await post({ origin, path: entry.path, address, body })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => [402, 403]).flat(), 402, 429]);
  });
});
