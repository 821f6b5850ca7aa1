import { describe, expect, it } from "vitest";
import { isWithin } from "@/scripts/doctor/node-version";
import { editDistance, nearName } from "@/scripts/doctor/near-names";
import { settingFindings } from "@/scripts/doctor/settings";

const secret = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");

/** A shop that lacks nothing. */
const shop = () => ({
  NODE_ENV: "production",
  NETWORK: "mainnet",
  PUBLIC_ORIGIN: "https://svc.test",
  NEXT_PUBLIC_SERVICE_NAME: "Shop",
  CONTACT_EMAIL: "help@svc.test",
  TRUSTED_PROXY_HOPS: "1",
  EVM_PAY_TO: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  SOLANA_PAY_TO: "CKPKJWNdJEqa81x7CkZ14BVPiY6y16Sxs7owznqtWYp5",
  EVM_RPC_URL: "https://base.test",
  SOLANA_RPC_URL: "https://solana.test",
  UPSTASH_REDIS_REST_URL: "https://cache.test",
  UPSTASH_REDIS_REST_TOKEN: secret(),
  LEDGER_REDIS_REST_URL: "https://ledger.test",
  LEDGER_REDIS_REST_TOKEN: secret(),
  CRON_SECRET: secret(),
  OPERATOR_SECRET: secret(),
  MPP_SECRET_KEY: secret(),
  SCAN_ATTESTATION_SECRET: secret(),
  ALERT_WEBHOOK_URL: "https://hooks.test/x",
});

const found = (variables: Record<string, string>, sandbox = {}): string[] =>
  settingFindings(variables, sandbox).map(({ level, text }) => `${level} ${text}`);
const failures = (variables: Record<string, string>, sandbox = {}): string[] =>
  found(variables, sandbox).filter((line) => line.startsWith("failure"));

describe("the check of the settings", () => {
  it("finds nothing in a shop that lacks nothing", () => {
    expect(found(shop())).toEqual([]);
  });

  it("names every problem at once, and never a value", () => {
    const settings = {
      ...{ NODE_ENV: "production", NETWORK: "mainnet", PUBLIC_ORIGIN: "ftp://hidden" },
      ...{ WORKERS: "hidden", RATE_LIMIT_PER_MINUTE: "hidden", UPSTREAM_ORIGIN: "http://hidden" },
      ...{ EVM_PAY_TO: "0x70997970C51812dc3A010C7d01b50e0d17dc79c8", CRON_SECRET: "hidden" },
    };
    const lines = failures(settings);
    for (const name of [
      ...["PUBLIC_ORIGIN", "WORKERS", "RATE_LIMIT_PER_MINUTE", "UPSTREAM_ORIGIN"],
      ...["EVM_PAY_TO", "CRON_SECRET", "LEDGER_REDIS_REST_URL"],
    ])
      expect(lines.filter((line) => line.startsWith(`failure ${name} `))).toHaveLength(1);
    expect(lines).toHaveLength(7);
    expect(found(settings).join("\n")).not.toMatch(/hidden|79c8/);
  });

  it.each([
    [["EVM_PAY_TO", "SOLANA_PAY_TO"], "failure"],
    [["LEDGER_REDIS_REST_URL", "LEDGER_REDIS_REST_TOKEN", "UPSTASH_REDIS_REST_URL"], "failure"],
    [["EVM_PAY_TO"], "warning"],
    [["SOLANA_PAY_TO"], "warning"],
    [["EVM_RPC_URL"], "warning"],
    [["SOLANA_RPC_URL"], "warning"],
    [["CRON_SECRET"], "warning"],
    [["OPERATOR_SECRET"], "warning"],
    [["CONTACT_EMAIL"], "warning"],
    [["ALERT_WEBHOOK_URL"], "warning"],
    [["NEXT_PUBLIC_SERVICE_NAME"], "warning"],
    [["TRUSTED_PROXY_HOPS"], "warning"],
  ])("says off Vercel that %j is missing, as a %s", (names, level) => {
    const settings: Record<string, string> = shop();
    for (const name of names) delete settings[name];
    const lines = found(settings);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toContain(names.find((name) => line.includes(name)) ?? "nothing");
    expect(lines.some((line) => line.startsWith(level))).toBe(true);
  });

  it("lets a preview lack what a shop needs, and nothing be wrong", () => {
    const preview = { NODE_ENV: "production", NETWORK: "testnet", ALLOW_INCOMPLETE: "true" };
    expect(failures(preview)).toEqual([]);
    expect(failures({ ...preview, ALLOW_INCOMPLETE: "" })).toHaveLength(2);
    expect(failures({ ...preview, WORKERS: "x" })).toHaveLength(1);
  });

  it("refuses a secret that is a sample, another's, or the sandbox's, and warns of a short one", () => {
    expect(failures({ ...shop(), CRON_SECRET: "change-me-before-you-deploy-this-service" })).toEqual([
      expect.stringContaining("CRON_SECRET is a sample"),
    ]);
    expect(failures({ ...shop(), OPERATOR_SECRET: "o".repeat(32) })).toHaveLength(1);
    const twice = secret();
    expect(failures({ ...shop(), CRON_SECRET: twice, MPP_SECRET_KEY: `${secret()},${twice}` })).toEqual([
      expect.stringContaining("MPP_SECRET_KEY equals CRON_SECRET"),
    ]);
    const settings = shop();
    const { OPERATOR_SECRET, SOLANA_PAY_TO } = settings;
    expect(failures(settings, { OPERATOR_SECRET, SOLANA_PAY_TO })).toEqual([
      expect.stringContaining("OPERATOR_SECRET is the sandbox's"),
      expect.stringContaining("SOLANA_PAY_TO is the sandbox's"),
    ]);
    expect(found({ ...shop(), CRON_SECRET: "x7Gq2LmZ0pRt9bVc" })).toEqual([
      "warning CRON_SECRET is shorter than 32 characters: `openssl rand -hex 32` makes a good one.",
    ]);
  });

  it.each([
    ["EVM_PAYTO", "EVM_PAY_TO"],
    ["OPERATER_SECRET", "OPERATOR_SECRET"],
    ["LEDGER_REDIS_REST_URLS", "LEDGER_REDIS_REST_URL"],
    ["cron_secret", "CRON_SECRET"],
    ["WORKER", "WORKERS"],
  ])("asks of %s whether %s was meant", (name, meant) => {
    expect(nearName(name)).toBe(meant);
    expect(found({ ...shop(), [meant]: "", [name]: "hidden" }).join("\n")).toContain(
      `Did you mean ${meant}?`,
    );
  });

  it.each(["PATH", "HOST", "HOME", "PORT", "NETWORK", "OPERATOR_URL", "REDIS_TOKEN", "BUY_EVM_PRIVATE_KEY"])(
    "has nothing to ask of %s",
    (name) => expect(nearName(name)).toBeNull(),
  );
});

describe("what the doctor counts with", () => {
  it("counts insertions, removals and replacements", () => {
    const pairs = [
      ["", "abc"],
      ["kitten", "sitting"],
      ["abc", "acb"],
      ["same", "same"],
    ] as const;
    expect(pairs.map(([one, other]) => editDistance(one, other))).toEqual([3, 3, 2, 0]);
  });

  it("knows which versions of Node are in the package's range", () => {
    const range = "^20.19.0 || ^22.13.0 || >=24.0.0";
    const versions = [
      "v20.18.9",
      "v20.19.0",
      "v21.1.0",
      "v22.12.9",
      "v22.13.0",
      "v23.9.0",
      "v24.0.0",
      "v26.1.0",
    ];
    expect(versions.map((version) => isWithin(version, range))).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
      true,
      true,
    ]);
  });
});
