import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/sandbox/ports";
import { ROOT } from "@/sandbox/service";
import { type NodeHost, startNodeHost } from "../support/node-host";
import { isInstalled, NGINX, startProxy, unlessInstalled } from "../support/reverse-proxy";
import { type Ended, runScript } from "../support/run-script";
import { world } from "../support/world";

/** `npm run doctor` as an operator runs it, beside a service that sells. */
const sandbox = world();
const SLOW = { timeout: 180_000 };
const TSX = path.join(ROOT, "node_modules/.bin/tsx");

let service: NodeHost;
beforeAll(async () => {
  service = await startNodeHost("doctor");
});
afterAll(() => service.stop());

const doctor = (settings: Readonly<Record<string, string>>, ...words: string[]): Promise<Ended> =>
  runScript(TSX, ["scripts/doctor.ts", ...words], settings);
/** Of the suite's own service, whose documents name its origin. */
const good = (): Record<string, string> => sandbox.serviceEnv;

const linesOf = (said: string, mark: string): string[] =>
  said.split("\n").filter((line) => line.startsWith(mark));

describe("npm run doctor", SLOW, () => {
  it("finds no failure in a good shop, says what it looked at, and prints no value", async () => {
    const { code, said } = await doctor(good());
    expect(linesOf(said, "FAIL")).toEqual([]);
    expect(code).toBe(2); // in a local world some things are not meant to last
    for (const check of ["ledger", "cache", "nodes", "facilitators", "accounts", "origin"])
      expect(linesOf(said, `ok    ${check}`).length, check).toBeGreaterThan(0);
    for (const [name, value] of Object.entries(sandbox.serviceEnv))
      if (/SECRET|KEY|TOKEN$|_URL$/.test(name) && value.length > 5) expect(said).not.toContain(value);
  });

  it("says of a bare shop all that it lacks, a line each and without a stack", async () => {
    const { code, said } = await doctor({ NETWORK: "mainnet", PUBLIC_ORIGIN: "https://127.0.0.1:9" });
    expect(code).toBe(1);
    expect(said).not.toMatch(/^\s+at /m);
    for (const name of [
      ...["EVM_PAY_TO and SOLANA_PAY_TO", "LEDGER_REDIS_REST_URL", "UPSTASH_REDIS_REST_URL"],
      ...["EVM_RPC_URL", "SOLANA_RPC_URL", "CRON_SECRET", "OPERATOR_SECRET", "CONTACT_EMAIL"],
    ])
      expect(said).toMatch(new RegExp(`^(?:FAIL|warn)  settings +${name} (?:is|are) missing: `, "m"));
  });

  it("names every part that is wrong in one run", async () => {
    const dead = `http://127.0.0.1:${await freePort()}`;
    const { code, said } = await doctor({
      ...good(),
      ...{ UPSTASH_REDIS_REST_TOKEN: "wrong", EVM_RPC_URL: sandbox.solana.rpcUrl },
      ...{ SOLANA_RPC_URL: sandbox.evm.rpcUrl, FACILITATOR_FALLBACK_URL: dead },
      ...{
        FACILITATOR_PRIMARY_FEE_PAYERS: sandbox.solana.payTo,
        PUBLIC_ORIGIN: dead,
        OPERATER_SECRET: "x",
        OPERATOR_SECRET: "",
      },
    });
    expect(code).toBe(1);
    const failures = linesOf(said, "FAIL").join("\n");
    for (const part of ["ledger", "FACILITATOR_FALLBACK_URL", "FACILITATOR_PRIMARY_FEE_PAYERS", "origin"])
      expect(failures).toContain(part);
    expect(said).toMatch(/EVM_RPC_URL: no answer that can be read/);
    expect(said).toMatch(/SOLANA_RPC_URL: no answer that can be read/);
    expect(said).toContain("Did you mean OPERATOR_SECRET?");
  });

  it("is read by programs with --json", async () => {
    const { said } = await doctor(good(), "--json");
    const report = JSON.parse(said) as { ok: boolean; failures: number; findings: { level: string }[] }; // its own form
    expect(report).toMatchObject({ ok: true, failures: 0 });
    expect(report.findings.length).toBeGreaterThan(15);
  });

  it.skipIf(!isInstalled(NGINX))(
    `sees that a proxy overwrites a forged address${unlessInstalled(NGINX)}`,
    async () => {
      const proxy = await startProxy(NGINX, service.origin);
      try {
        const { said } = await doctor(good(), "--origin", proxy.origin);
        expect(said).toContain("a forged X-Forwarded-For is not believed");
        const straight = await doctor(good(), "--origin", service.origin);
        expect(straight.said).toContain("a forged X-Forwarded-For is believed");
      } finally {
        await proxy.stop();
      }
    },
  );
});
