import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "@/sandbox/service";
import { startBare } from "../support/bare-start";

/** `npm start` runs the bundle of `host/main.ts`, which tests/integration/node-host.test.ts starts. */
const HOSTS = {
  "npm start": ["--import", "tsx", path.join("host", "main.ts")],
  "next start": [path.join(ROOT, "node_modules", "next", "dist", "bin", "next"), "start", "--port", "0"],
};

describe.each(Object.entries(HOSTS))("a process off Vercel, by %s", (_, args) => {
  it("does not start without being told whether payments are real", async () => {
    const { code, said } = await startBare(process.execPath, args);
    expect(said).toContain("NETWORK must be set in production: `mainnet` takes real USDC, `testnet` takes");
    expect(code).toBe(1);
  });

  it("does not start with a ledger in the cache's database", async () => {
    const UPSTASH_REDIS_REST_URL = "https://cache.example.com";
    const { code, said } = await startBare(process.execPath, args, {
      NETWORK: "mainnet",
      UPSTASH_REDIS_REST_URL,
    });
    expect(said).toContain("LEDGER_REDIS_REST_URL must be the address of a database of its own");
    expect(code).toBe(1);
  });
});

it("says so by npm start before Next, which would find it out as well, is loaded", async () => {
  const { said } = await startBare(process.execPath, HOSTS["npm start"]);
  expect(said).toContain("NETWORK must be set in production");
  expect(said).not.toContain("next.config");
});
