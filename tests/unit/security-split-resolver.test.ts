import { execFileSync } from "node:child_process";
import dns from "node:dns";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallContext } from "@/lib/handler";
import type * as headersModule from "@/lib/security/headers/handler";
import type * as connectionModule from "@/lib/security/scan-fetch/connection";
import { FIRST_ZONE } from "@/sandbox/sites/sites";
import { type ScanWorld, startScanWorld } from "../support/scan-world";

/**
 * A name whose authority tells public DNS one address and this machine's resolver another, loopback. The usual ports are
 * listened on for real, which needs the right to.
 */

/** As the bundle of the plain Node host has it; `platform` is what stands there without that. */
const ways = vi.hoisted(() => ({ pins: true }));
vi.mock("@/lib/security/scan-fetch/connection", async (original) => {
  const [host, platform] = [
    await import("@/host/scan-connection"),
    await original<typeof connectionModule>(),
  ];
  return {
    connect: (...given: Parameters<typeof platform.connect>) =>
      (ways.pins ? host : platform).connect(...given),
  };
});

const HOST = "split-answer-fixture.com";
const PUBLIC = "45.60.70.80";

/** A namespace of one's own may have it: `unshare -n`, then `ip addr add 45.60.70.80/32 dev lo`. */
const isHere = Object.values(os.networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === PUBLIC),
);
const mayListen = await new Promise<boolean>((resolve) => {
  const server = http.createServer().once("error", () => resolve(false));
  server.listen(443, "127.0.0.1", () => server.close(() => resolve(true)));
});

let world: ScanWorld;
let auditHeaders: typeof headersModule.auditHeaders;
let folder: string;
const came: string[] = [];
const servers: (http.Server | https.Server)[] = [];

function listenAt(address: string, secure: { key: Buffer; cert: Buffer }): Promise<unknown> {
  const page = (_: http.IncomingMessage, response: http.ServerResponse): void =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Here</h1>");
  const pairs = [
    [http.createServer(page), 80],
    [https.createServer(secure, page), 443],
  ] as const;
  return Promise.all(
    pairs.map(([server, port]) => {
      servers.push(server);
      server.on("connection", () => came.push(`${address} ${port}`));
      return new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(port, address, resolve);
      });
    }),
  );
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "split-"));
  const [key = "", cert = ""] = ["key.pem", "cert.pem"].map((name) => path.join(folder, name));
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  const kind = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  execFileSync("openssl", [...kind, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const secure = { key: readFileSync(key), cert: readFileSync(cert) };
  if (mayListen)
    for (const address of ["127.0.0.1", "::1", ...(isHere ? [PUBLIC] : [])]) await listenAt(address, secure);
  world = await startScanWorld({ SCAN_ORIGIN: "", SCAN_REQUEST_TIMEOUT_MS: "1500" });
  ({ auditHeaders } = await import("@/lib/security/headers/handler"));
});
afterAll(async () => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
  await world.close();
});
beforeEach(() => {
  came.length = 0;
  ways.pins = true;
});
afterEach(() => vi.restoreAllMocks());

/** Public DNS says the first, this machine's resolver the second. */
function split(open: readonly string[], own: string): void {
  for (const resolver of [world.first, world.second]) resolver.serve({ ...FIRST_ZONE, [HOST]: open });
  const real = dns.lookup;
  vi.spyOn(dns, "lookup").mockImplementation(((name: string, options: dns.LookupOptions, done: never) => {
    const answer = done as (error: null, addresses: unknown, family?: number) => void;
    if (name !== HOST) return real(name, options, done);
    const family = own.includes(":") ? 6 : 4;
    return options.all === true ? answer(null, [{ address: own, family }]) : answer(null, own, family);
  }) as never);
}

const scan = (): Promise<unknown> =>
  auditHeaders({ target: `https://${HOST}`, allowlist: [HOST], authorized: true }, {
    now: new Date(),
    signal: new AbortController().signal,
    headers: new Headers(),
    payment: { key: "payment", payer: "payer" },
  } satisfies CallContext).then(
    ({ answer }) => answer,
    (error: unknown) => error,
  );

describe.skipIf(!mayListen)("a name that leads elsewhere for this machine than for public DNS", () => {
  it.each(["127.0.0.1", "::1"])("reaches nothing at %s, on neither port", async (own) => {
    split([PUBLIC], own);
    const outcome = await scan();
    expect(came.filter((at) => !at.startsWith(PUBLIC))).toEqual([]);
    if (isHere) expect(came).toContain(`${PUBLIC} 443`);
    else expect(outcome).toMatchObject({ status: 503, code: "target_unreachable" });
  });

  it.each(["127.0.0.1", "::1"])("would reach %s without the pin: this test can fail", async (own) => {
    ways.pins = false;
    split([PUBLIC], own);
    await scan();
    expect(came).toContain(`${own} 443`);
  });

  it("is refused where public DNS itself says both, and nothing is sent", async () => {
    split([PUBLIC, "127.0.0.1"], "127.0.0.1");
    expect(await scan()).toMatchObject({ status: 403, code: "platform_scope_forbidden" });
    expect(came).toEqual([]);
  });
});
