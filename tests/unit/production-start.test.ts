import { execFile } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "@/sandbox/service";

const NEXT = path.join(ROOT, "node_modules", "next", "dist", "bin", "next");

/** Empty, they are as if not set, and no file of the machine's own sets them. */
const NONE = { NETWORK: "", LOCAL_WORLD: "", LEDGER_REDIS_REST_URL: "", VERCEL: "", VERCEL_ENV: "" };

/** Starts the service as `npm start` does, with these settings; how it ended. */
const start = (settings: Record<string, string>): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, NODE_ENV: "production", ...NONE, ...settings } as const;
    execFile(
      process.execPath,
      [NEXT, "start", "--port", "0"],
      { cwd: ROOT, env, timeout: 50_000 },
      (error, out, err) => resolve({ code: error?.code ?? 0, said: out + err }),
    );
  });

describe("a production process off Vercel", () => {
  it("does not start without being told whether payments are real", async () => {
    const { code, said } = await start({});
    expect(said).toContain("NETWORK must be set in production: `mainnet` takes real USDC, `testnet` takes");
    expect(code).toBe(1);
  });

  it("does not start with a ledger in the cache's database", async () => {
    const UPSTASH_REDIS_REST_URL = "https://cache.example.com";
    const { code, said } = await start({ NETWORK: "mainnet", UPSTASH_REDIS_REST_URL });
    expect(said).toContain("LEDGER_REDIS_REST_URL must be the address of a database of its own");
    expect(code).toBe(1);
  });
});
