import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type * as LookModule from "@/host/look-at-itself";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { readSettings } from "@/lib/env";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import { noteBuiltWith } from "@/scripts/doctor/built-with";

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let look: typeof LookModule;
let folder: string;
let server: https.Server;
let origin: string;

/** Serves https with a certificate of so many days. */
function secured(days: number): https.ServerOptions {
  const [key = "", cert = ""] = ["key", "cert"].map((name) => path.join(folder, `${name}.pem`));
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days ${days}`;
  execFileSync("openssl", [...words.split(" "), "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "look-"));
  mkdirSync(path.join(folder, "dist"));
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.stubEnv("NETWORK", "testnet");
  look = await import("@/host/look-at-itself");
  server = https.createServer(secured(5));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await redis.close();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

/** Names of the alarms that the ledger holds. */
async function alarms(): Promise<string[]> {
  const flat: unknown = await ledgerStore().hgetall(keys.alarms());
  return (Array.isArray(flat) ? flat.map(String) : [])
    .filter((field) => field.startsWith("since "))
    .map((field) => field.slice("since ".length));
}

describe("the service's look at itself", () => {
  it("raises an alarm for a certificate that ends soon, until it is renewed", async () => {
    await look.watchCertificate(origin);
    await expect.poll(alarms).toEqual(["certificate_ends"]);
    server.setSecureContext(secured(90));
    await look.watchCertificate(origin);
    expect(await alarms()).toEqual([]);
  });

  it("leaves the alarm as it is where no certificate can be read", async () => {
    await look.watchCertificate("https://127.0.0.1:1");
    expect(await alarms()).toEqual([]);
  });

  it("raises an alarm for a build that carries other settings, until they are the same", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 }); // alarms are written each ten seconds
    const { settings } = readSettings(process.env);
    noteBuiltWith({ ...settings, CONTACT_EMAIL: "former@shop.example" }, folder);
    await look.watchBuild(folder);
    await expect.poll(alarms).toEqual(["settings_differ"]);
    noteBuiltWith(settings, folder);
    await look.watchBuild(folder);
    expect(await alarms()).toEqual([]);
    vi.useRealTimers();
  });
});
