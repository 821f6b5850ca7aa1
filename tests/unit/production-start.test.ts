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

  it.each([
    [
      "EVM_PAY_TO",
      "0x70997970C51812dc3A010C7d01b50e0d17dc79C",
      "an address on Base: 0x and 40 hexadecimal digits",
    ],
    ["EVM_PAY_TO", "0x70997970C51812dc3A010C7d01b50e0d17dc79c8", "an address as its wallet shows it"],
    ["SOLANA_PAY_TO", "z".repeat(44), "an address on Solana, 32 bytes in base58"],
    ["PUBLIC_ORIGIN", "https://svc.example.com/shop?a=b", "an origin and nothing behind it"],
  ])("does not start with %s=%s, and says what is wrong", async (name, value, wanted) => {
    const { code, said } = await startBare(process.execPath, args, { NETWORK: "testnet", [name]: value });
    expect(said).toContain(`${name} must be ${wanted}`);
    expect(code).toBe(1);
  });
});

it("says so by npm start before Next, which would find it out as well, is loaded", async () => {
  const { said } = await startBare(process.execPath, HOSTS["npm start"]);
  expect(said).toContain("NETWORK must be set in production");
  expect(said).not.toContain("next.config");
});
