import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importSigningKey } from "@/lib/payments/receipts/signing-key";
import type * as headersModule from "@/lib/security/headers/handler";
import type * as readinessModule from "@/lib/security/readiness/handler";
import type * as scanModule from "@/lib/security/scan/handler";
import type * as directoryModule from "@/lib/security/web-bot-auth/key-directory";
import { SIGNATURE_SEC, createRequestSigner } from "@/lib/security/web-bot-auth/sign-request";
import { type ScanWorld, startScanWorld } from "../support/scan-world";
import { verifyDirectory, verifyRequest } from "../support/verify-signature";

const newKey = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");

let world: ScanWorld;
let audits: (typeof scanModule.auditSurface | typeof headersModule.auditHeaders)[];
let auditReadiness: typeof readinessModule.auditReadiness;
let keyDirectory: typeof directoryModule.keyDirectory;

async function enter(settings: Readonly<Record<string, string>>): Promise<void> {
  world = await startScanWorld(settings);
  const { auditHeaders } = await import("@/lib/security/headers/handler");
  const { auditSurface } = await import("@/lib/security/scan/handler");
  ({ auditReadiness } = await import("@/lib/security/readiness/handler"));
  ({ keyDirectory } = await import("@/lib/security/web-bot-auth/key-directory"));
  audits = [auditSurface, auditHeaders];
}

const request = (host: string) => ({ target: `https://${host}`, allowlist: [host], authorized: true });
const context = () => ({
  now: new Date(),
  signal: new AbortController().signal,
  headers: new Headers(),
  payment: { key: "payment", payer: "payer" },
});
const directoryUrl = (): string => `${world.service.url}/.well-known/http-message-signatures-directory`;
const published = async (): Promise<unknown> =>
  (await verifyDirectory(await keyDirectory(), directoryUrl())).directory;

describe("with a key for scans", () => {
  beforeAll(() => enter({ SCAN_SIGNING_KEY: newKey() }));
  afterAll(() => world.close());
  beforeEach(() => {
    world.sites.asked.length = 0;
  });

  it("every request that a site gets verifies against the published directory, plain http and POSTs included", async () => {
    const directory = await published();
    for (const audit of [...audits, auditReadiness]) await audit(request("hardened-fixture.com"), context());
    const { asked } = world.sites;
    expect(asked.length).toBeGreaterThan(30);
    expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(["GET", "POST"]));
    expect(asked.filter(({ address }) => address.startsWith("http:"))).toHaveLength(2);
    const nonces = new Set<unknown>();
    for (const one of asked) {
      const { parameters, components } = await verifyRequest(one, directory);
      expect(one.headers["signature-agent"]).toBe(`sig1="${world.service.url}"`);
      expect(parameters.tag).toBe("web-bot-auth");
      expect((parameters.expires ?? 0) - (parameters.created ?? 0)).toBe(SIGNATURE_SEC);
      expect(components.some(({ name }) => name === "@path")).toBe(true);
      nonces.add(parameters.nonce);
    }
    expect(nonces.size).toBe(asked.length);
  });

  it("each hop of a redirect is signed for where it leads", async () => {
    const directory = await published();
    await audits[1]?.(request("long-way-fixture.com"), context());
    const hops = world.sites.asked.filter(({ address }) => address.includes("/hop/"));
    expect(new Set(hops.map(({ address }) => address)).size).toBeGreaterThan(2);
    for (const hop of hops) await verifyRequest(hop, directory);
  });

  it("a signature holds for nothing but its own request", async () => {
    const directory = await published();
    await auditReadiness(request("plain-fixture.com"), context());
    const post = world.sites.asked.find(({ method }) => method === "POST");
    if (post === undefined) throw new Error("nothing was posted");
    await verifyRequest(post, directory);
    const { headers } = post;
    for (const forged of [
      { ...post, method: "PUT" },
      { ...post, address: "https://plain-fixture.com/api/mcp/other" },
      { ...post, address: post.address.replace("plain-fixture.com", "hardened-fixture.com") },
      { ...post, headers: { ...headers, "signature-agent": 'sig1="https://other.example"' } },
      { ...post, headers: { ...headers, "content-digest": "sha-256=:AAAA:" } },
    ])
      await expect(verifyRequest(forged, directory)).rejects.toThrow("verification failed");
  });

  it("the directory is bound to this origin, has its type, and is not believed for long", async () => {
    const answer = await keyDirectory();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/http-message-signatures-directory+json");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    const elsewhere = directoryUrl().replace("127.0.0.1", "mirror.example");
    await expect(verifyDirectory(answer.clone(), elsewhere)).rejects.toThrow("verification failed");
    const { verified } = await verifyDirectory(answer, directoryUrl());
    expect(verified.parameters.tag).toBe("http-message-signatures-directory");
    const text = JSON.stringify(await published());
    expect(text).not.toMatch(/"d"|private/);
  });

  it("a signature says when, by which key and over what, in the draft's own form", async () => {
    const key = await importSigningKey(newKey());
    const sign = createRequestSigner({ key, agent: "https://desk.example", now: () => 1_790_000_000_999 });
    const signed = await sign({ method: "GET", url: new URL("https://a.example/x?y"), body: null });
    expect(Object.keys(signed).sort()).toEqual(["signature", "signature-agent", "signature-input"]);
    expect(signed["signature-input"]).toMatch(
      /^sig1=\("@authority" "@method" "@path" "signature-agent";key="sig1"\);created=1790000000;expires=1790000300;keyid="[\w-]{43}";nonce="[^"]{88}";tag="web-bot-auth"$/,
    );
  });
});

describe("without a key for scans", () => {
  beforeAll(() => enter({}));
  afterAll(() => world.close());

  it("no request is signed, and no directory is served", async () => {
    for (const audit of audits) await audit(request("plain-fixture.com"), context());
    expect(world.sites.asked.length).toBeGreaterThan(10);
    for (const { headers } of world.sites.asked)
      expect(Object.keys(headers).filter((name) => name.startsWith("signature"))).toEqual([]);
    expect((await keyDirectory()).status).toBe(404);
  });
});
