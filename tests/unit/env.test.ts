import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EnvError, parseEnv } from "@/lib/env";
import { missingForDeployment } from "@/lib/setting-words";
import { renderEnvExample, withEnvTable, withErrorTable } from "@/scripts/docs";

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

describe("settings", () => {
  it("are documented in .env.example exactly as the code reads them", () => {
    expect(read(".env.example")).toBe(renderEnvExample());
  });

  it("are listed in the operations guide exactly as the code reads them", () => {
    const guide = read("docs/operations/settings.md");
    expect(guide).toBe(withEnvTable(guide));
  });

  it("and errors are listed in the API guide exactly as the code has them", () => {
    const guide = read("docs/api.md");
    expect(guide).toBe(withErrorTable(guide));
  });

  it("name the variable and what it must be when one is wrong", () => {
    expect(() => parseEnv({ UPSTREAM_ORIGIN: "ftp://x" })).toThrow(
      /UPSTREAM_ORIGIN must be an http or https address/,
    );
    expect(() => parseEnv({ TRUSTED_PROXY_HOPS: "-1" })).toThrow(
      /TRUSTED_PROXY_HOPS must be a whole number from 0 to 10/,
    );
    expect(() => parseEnv({ NETWORK: "devnet" })).toThrow(/NETWORK must be one of mainnet, testnet/);
    const secret = "0".repeat(32);
    for (const MPP_SECRET_KEY of ["short", `${secret},short`])
      expect(() => parseEnv({ MPP_SECRET_KEY })).toThrow(EnvError);
    expect(parseEnv({ MPP_SECRET_KEY: `${secret},${secret}` }).MPP_SECRET_KEY).toEqual([secret, secret]);
    expect(() => parseEnv({ VALIDATE_OUTPUT: "yes" })).toThrow(/true or false/);
  });

  it("refuse an operator's secret that is short, or that opens something else too", () => {
    const OPERATOR_SECRET = "o".repeat(32);
    expect(parseEnv({}).OPERATOR_SECRET).toBeUndefined();
    expect(parseEnv({ OPERATOR_SECRET, CRON_SECRET: "c".repeat(32) }).OPERATOR_SECRET).toBe(OPERATOR_SECRET);
    expect(() => parseEnv({ OPERATOR_SECRET: "o".repeat(31) })).toThrow(
      /OPERATOR_SECRET must be at least 32/,
    );
    for (const name of ["CRON_SECRET", "SCAN_ATTESTATION_SECRET", "MPP_SECRET_KEY"])
      expect(() => parseEnv({ OPERATOR_SECRET, [name]: OPERATOR_SECRET })).toThrow(/another secret/);
  });

  it("refuse a database without its token, which would be found out by a call", () => {
    const LOCAL_WORLD = "true";
    for (const name of ["UPSTASH_REDIS_REST", "LEDGER_REDIS_REST"]) {
      const store = { LOCAL_WORLD, [`${name}_URL`]: "https://one.example" };
      expect(() => parseEnv(store)).toThrow(`${name}_TOKEN must be set, as ${name}_URL is`);
      expect(() => parseEnv({ ...store, [`${name}_TOKEN`]: "token" })).not.toThrow();
    }
  });

  it("refuse a stand-in for the web, for providers, or for DNS over https, where payments are real", () => {
    for (const name of ["SCAN_ORIGIN", "UPSTREAM_ORIGIN"] as const) {
      const local = { [name]: "http://127.0.0.1:4000" };
      expect(parseEnv(local)[name]).toBe("http://127.0.0.1:4000");
      for (const real of [{ NETWORK: "mainnet" }, { VERCEL_ENV: "production" }])
        expect(() => parseEnv({ ...local, ...real })).toThrow(`${name} must be left out on mainnet`);
    }
    for (const name of ["SCAN_DOH_FIRST_URL", "SCAN_DOH_SECOND_URL"]) {
      expect(() => parseEnv({ [name]: "http://127.0.0.1:53" })).not.toThrow();
      expect(() => parseEnv({ [name]: "http://127.0.0.1:53", NETWORK: "mainnet" })).toThrow(
        `${name} must be an https address on mainnet`,
      );
    }
  });

  it("settle on mainnet only in a production deployment", () => {
    expect(parseEnv({}).NETWORK).toBe("testnet");
    expect(parseEnv({ VERCEL_ENV: "preview" }).NETWORK).toBe("testnet");
    expect(parseEnv({ VERCEL_ENV: "production" }).NETWORK).toBe("mainnet");
  });

  it("leave to no default whether a production process off Vercel takes real money", () => {
    const NODE_ENV = "production";
    expect(() => parseEnv({ NODE_ENV })).toThrow(
      /NETWORK must be set in production: `mainnet` takes real USDC, `testnet` takes test coins only/,
    );
    expect(() => parseEnv({ NODE_ENV, NETWORK: "  " })).toThrow(EnvError);
    for (const NETWORK of ["mainnet", "testnet"])
      expect(parseEnv({ NODE_ENV, NETWORK, PUBLIC_ORIGIN: "https://svc.example" }).NETWORK).toBe(NETWORK);
    for (const other of ["development", "test"])
      expect(parseEnv({ NODE_ENV: other }).NETWORK).toBe("testnet");
    const vercel = { NODE_ENV, VERCEL: "1" };
    expect(parseEnv({ ...vercel, VERCEL_ENV: "production" }).NETWORK).toBe("mainnet");
    expect(parseEnv({ ...vercel, VERCEL_ENV: "preview" }).NETWORK).toBe("testnet");
  });

  it("refuse a ledger in the cache's database, which may evict payments, but in a local world", () => {
    const cache = { UPSTASH_REDIS_REST_URL: "https://cache.example.com", UPSTASH_REDIS_REST_TOKEN: "token" };
    const LEDGER_REDIS_REST_URL = "https://ledger.example.com";
    const refusal = /LEDGER_REDIS_REST_URL must be the address of a database of its own.*LOCAL_WORLD=true/;
    for (const shared of [
      cache,
      { ...cache, LEDGER_REDIS_REST_URL: "" },
      { ...cache, LEDGER_REDIS_REST_URL: cache.UPSTASH_REDIS_REST_URL },
      { ...cache, LEDGER_REDIS_REST_URL: "https://CACHE.example.com:443/" },
    ])
      for (const setting of [
        {},
        { NODE_ENV: "development" },
        { NETWORK: "mainnet" },
        { VERCEL_ENV: "preview" },
      ]) {
        expect(() => parseEnv({ ...shared, ...setting })).toThrow(refusal);
        expect(() => parseEnv({ ...shared, ...setting, LOCAL_WORLD: "false" })).toThrow(refusal);
      }
    expect(() =>
      parseEnv({ ...cache, LEDGER_REDIS_REST_URL, LEDGER_REDIS_REST_TOKEN: "token" }),
    ).not.toThrow();
    expect(parseEnv({ ...cache, LOCAL_WORLD: "true" }).LOCAL_WORLD).toBe(true);
  });

  it("let no process with real money call itself a local world", () => {
    for (const real of [{ NETWORK: "mainnet" }, { VERCEL_ENV: "production" }])
      expect(() => parseEnv({ ...real, LOCAL_WORLD: "true" })).toThrow(
        /LOCAL_WORLD must be left out on mainnet/,
      );
  });

  it.each([
    ["EVM_PAY_TO", "0x70997970C51812dc3A010C7d01b50e0d17dc79C", "an address on Base: 0x and 40 hexadecimal"],
    ["EVM_PAY_TO", `0x${"0".repeat(40)}`, "an address on Base"],
    ["EVM_PAY_TO", "70997970C51812dc3A010C7d01b50e0d17dc79C8", "an address on Base"],
    ["SOLANA_PAY_TO", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "an address on Solana"],
    ["PUBLIC_ORIGIN", "https://svc.example.com/shop", "an origin and nothing behind it"],
    ["PUBLIC_ORIGIN", "https://svc.example.com?a", "an origin and nothing behind it"],
    ["PUBLIC_ORIGIN", "https://svc.example.com/#a", "an origin and nothing behind it"],
    ["PUBLIC_ORIGIN", "https://user@svc.example.com", "an origin and nothing behind it"],
    ["PUBLIC_ORIGIN", "https://svc.example.com;", "an origin and nothing behind it"],
    ["PUBLIC_ORIGIN", "https://svc.example.com:99999", "an origin and nothing behind it"],
    ["PUBLIC_ORIGIN", "svc.example.com", "an origin and nothing behind it"],
    ["CONTACT_EMAIL", "mailto:help@example.com", "an e-mail address alone"],
    ["EVM_RPC_URL", "https://key:secret@node.example.com", "an http or https address"],
    ["EVM_RPC_URL", "https:node.example.com", "an http or https address"],
    ["FACILITATOR_PRIMARY_URL", "https://facilitator.example.com/?a=b", "without a user, a query"],
    ["LEDGER_REDIS_REST_URL", "https://ledger.example.com?token=a", "without a user, a query"],
    ["FACILITATOR_PRIMARY_FEE_PAYERS", "0x1", "Solana addresses"],
    ["FACILITATOR_SETTLE_TIMEOUT_MS", "9000000000", "a whole number from 50 to 2147483647"],
    ["LEDGER_COOLDOWN_MS", String(2 ** 31), "a whole number from 0 to 2147483647"],
    ["CALL_BUDGET_SCALE", "0", "a number from 0.01 to 100"],
    ["SHUTDOWN_SECONDS", "3000000", "a whole number from 1 to 3600"],
    ["RECEIVE_SECONDS", "3000000", "a whole number from 1 to 3600"],
    ["WORKERS", "3000", "a whole number from 0 to 256"],
    ["METRICS_PORT", "3000", "another port than PORT"],
    ["CRON_SECRET", "c".repeat(15), "at least 16 characters"],
    ["SCAN_ATTESTATION_SECRET", "s".repeat(15), "at least 16 characters"],
    ["MCP_ALLOWED_ORIGINS", "https://app.example?a", "origins"],
    ["LOUNGE_LOG_ORIGIN", "a log", "a name without spaces"],
    ["LOUNGE_LOG_FLOOR", "417", "a checkpoint's size, a colon"],
  ])("refuse %s=%s, which could only fail later", (name, value, wanted) => {
    expect(() => parseEnv({ [name]: value })).toThrow(`${name} must be`);
    expect(() => parseEnv({ [name]: value })).toThrow(wanted);
  });

  it("take an origin as it is often written, and as browsers write it", () => {
    for (const PUBLIC_ORIGIN of [
      "https://svc.example.com",
      "https://svc.example.com/",
      "HTTPS://SVC.example.com:443",
    ])
      expect(parseEnv({ PUBLIC_ORIGIN }).PUBLIC_ORIGIN).toBe("https://svc.example.com");
    for (const local of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
      expect(parseEnv({ PUBLIC_ORIGIN: local, NETWORK: "mainnet" }).PUBLIC_ORIGIN).toBe(local);
  });

  it("refuse a shop with real money that nobody finds, or that others can read", () => {
    const real = { NODE_ENV: "production", NETWORK: "mainnet" };
    expect(() => parseEnv(real)).toThrow("PUBLIC_ORIGIN must be set in production on mainnet");
    expect(() => parseEnv({ ...real, PUBLIC_ORIGIN: "http://svc.example.com" })).toThrow(
      "PUBLIC_ORIGIN must be an https address on mainnet",
    );
    expect(() => parseEnv({ NETWORK: "testnet", PUBLIC_ORIGIN: "http://svc.example.com" })).not.toThrow();
  });

  it.each([
    ["mainnet", "EVM_RPC_URL", "https://base-sepolia.node.example/v2/key"],
    ["mainnet", "SOLANA_RPC_URL", "https://api.devnet.solana.com"],
    ["mainnet", "FACILITATOR_PRIMARY_URL", "https://x402.org/facilitator"],
    ["mainnet", "FACILITATOR_THIRD_URL", "https://www.x402.org/facilitator"],
    ["testnet", "SOLANA_RPC_URL", "https://api.mainnet-beta.solana.com"],
    ["testnet", "EVM_RPC_URL", "https://mainnet.base.org"],
  ])("refuse on %s %s=%s, which is another network's", (NETWORK, name, address) => {
    expect(() => parseEnv({ NETWORK, [name]: address })).toThrow(`${name} must be a`);
    const other = NETWORK === "mainnet" ? "testnet" : "mainnet";
    expect(() => parseEnv({ NETWORK: other, [name]: address })).not.toThrow();
  });

  it("refuse one key in two places", () => {
    const key = generateKeyPairSync("ed25519")
      .privateKey.export({ format: "der", type: "pkcs8" })
      .toString("base64");
    expect(() => parseEnv({ RECEIPT_SIGNING_KEY: key, SCAN_SIGNING_KEY: key })).toThrow(
      "SCAN_SIGNING_KEY must be another key than RECEIPT_SIGNING_KEY",
    );
  });

  it("give each preview branch keys of its own", () => {
    const preview = parseEnv({ VERCEL_ENV: "preview", VERCEL_GIT_COMMIT_REF: "feat/x" }).STORE_PREFIX;
    expect(preview).not.toBe(parseEnv({ VERCEL_ENV: "production" }).STORE_PREFIX);
    expect(preview).not.toBe(
      parseEnv({ VERCEL_ENV: "preview", VERCEL_GIT_COMMIT_REF: "feat/y" }).STORE_PREFIX,
    );
  });

  it("tell what a deployment lacks and where to get it", () => {
    const missing = missingForDeployment({ EVM_PAY_TO: "0x1" });
    expect(
      missing.some((line) => line.startsWith("UPSTASH_REDIS_REST_URL:") && line.includes("Upstash console")),
    ).toBe(true);
    expect(missing.some((line) => line.startsWith("EVM_PAY_TO"))).toBe(false);
  });
});
