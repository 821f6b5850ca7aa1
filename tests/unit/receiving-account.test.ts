import { execFile } from "node:child_process";
import path from "node:path";
import { address } from "@solana/kit";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { rpcClient } from "@/lib/chains/json-rpc";
import { commandToCreate, lookAtReceivingAccount } from "@/lib/chains/receiving-account";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { NETWORKS } from "@/lib/chains/networks";
import { newSolanaWallet } from "@/sandbox/accounts";
import { fundSolana } from "@/sandbox/faucets";
import { freePort } from "@/sandbox/ports";
import { ROOT } from "@/sandbox/service";
import { startRedisStore, type RedisStore } from "../fixtures/redis-store";
import { LOST, scriptedNode } from "../support/scripted-node";
import { start, stopAll, type Started } from "./sandbox-chains-support";

const MINT = NETWORKS.testnet.solana.usdc;

let solana: Started;
/** A wallet with a token account, and one without. */
let ready: string;
let bare: string;
beforeAll(async () => {
  solana = await start();
  [ready, bare] = [(await newSolanaWallet()).address, (await newSolanaWallet()).address];
  await fundSolana(solana.chain.rpcUrl, ready, 0n);
});
afterAll(stopAll);
afterEach(() => vi.unstubAllEnvs());

const look = (url: string, wallet: string) => lookAtReceivingAccount(rpcClient(url), wallet, MINT);

/** A node that shows the real account with some of its bytes changed. */
async function changed(change: (data: Buffer) => Buffer): Promise<string> {
  const account = address(await tokenAccountOf(ready, MINT));
  const { value } = await solana.rpc.getAccountInfo(account, { encoding: "base64" }).send();
  const data = change(Buffer.from(value?.data[0] ?? "", "base64")).toString("base64");
  return scriptedNode({ getAccountInfo: () => ({ value: { owner: value?.owner, data: [data, "base64"] } }) });
}

describe("the account that receives USDC on Solana", () => {
  it("is ready when the chain has it, and missing when it has not, though somebody sent SOL to its address", async () => {
    const url = solana.chain.rpcUrl;
    expect(await look(url, ready)).toEqual({ kind: "ready", account: await tokenAccountOf(ready, MINT) });
    const account = await tokenAccountOf(bare, MINT);
    expect(await look(url, bare)).toEqual({ kind: "missing", account });
    await solana.chain.airdrop(address(account), 5_000_000n);
    expect(await look(url, bare)).toEqual({ kind: "missing", account });
  });

  it("is no good when it is frozen, or was given to another wallet", async () => {
    const same = await changed((data) => data);
    expect((await look(same, ready)).kind).toBe("ready");
    const frozen = await changed((data) => (data.writeUInt8(2, 108), data));
    expect((await look(frozen, ready)).kind).toBe("frozen");
    const anothers = await changed((data) => (data.writeUInt8((data[40] ?? 0) ^ 1, 40), data));
    expect((await look(anothers, ready)).kind).toBe("another's");
  });

  it("is unknown, never missing, when no node says anything of it", async () => {
    const silent = [
      `http://127.0.0.1:${await freePort()}`,
      await scriptedNode({ getAccountInfo: () => LOST }),
      await scriptedNode({}),
      await scriptedNode({ getAccountInfo: () => ({ value: { owner: 7 } }) }),
      await scriptedNode({ getAccountInfo: () => ({}) }),
    ];
    for (const url of silent) expect((await look(url, ready)).kind).toBe("unknown");
  });
});

/** Runs what every build runs first; how it ended and what it said. */
const build = (settings: Record<string, string>): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const { PATH = "", HOME = "" } = process.env;
    const none = { SOLANA_RPC_URL: "", SOLANA_PAY_TO: "", VERCEL: "", VERCEL_ENV: "" };
    const env = { PATH, HOME, NODE_ENV: "production", NETWORK: "testnet", ...none, ...settings } as const;
    const args = ["--import", "tsx", path.join("scripts", "check-settings.ts")];
    execFile(process.execPath, args, { cwd: ROOT, env, timeout: 50_000 }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, said: out + err }),
    );
  });

describe("a build", () => {
  it("ends with the command that makes the account when it is missing, and keeps the node's key to itself", async () => {
    const url = `${solana.chain.rpcUrl}/?api-key=hidden`;
    const { code, said } = await build({ SOLANA_RPC_URL: url, SOLANA_PAY_TO: bare });
    expect(code).toBe(1);
    expect(said).toContain("SOLANA_PAY_TO has no USDC account on testnet");
    expect(said).toContain(
      `spl-token create-account ${MINT} --owner ${bare} --fee-payer <keypair file> --url "$SOLANA_RPC_URL"`,
    );
    expect(said).not.toContain("hidden");
  });

  it("goes on without a word of it when it is there, or when there is no node to ask", async () => {
    const { rpcUrl } = solana.chain;
    for (const settings of [{ SOLANA_RPC_URL: rpcUrl, SOLANA_PAY_TO: ready }, { SOLANA_PAY_TO: bare }]) {
      const { code, said } = await build(settings);
      expect(code).toBe(0);
      expect(said).not.toContain("USDC account");
    }
  });

  it("goes on, saying that it did not check, when the node can't be reached", async () => {
    const SOLANA_RPC_URL = `http://127.0.0.1:${await freePort()}`;
    const { code, said } = await build({ SOLANA_RPC_URL, SOLANA_PAY_TO: bare });
    expect(code).toBe(0);
    expect(said).toContain("not checked whether SOLANA_PAY_TO has a USDC account");
  });

  it("ends when the wallet is no address on Solana", async () => {
    for (const SOLANA_PAY_TO of ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "z".repeat(44)]) {
      const { code, said } = await build({ SOLANA_PAY_TO });
      expect(code).toBe(1);
      expect(said).toContain("SOLANA_PAY_TO must be an address on Solana");
    }
  });

  it("ends when a character of the wallet on Base is wrong", async () => {
    const { code, said } = await build({ EVM_PAY_TO: "0x70997970C51812dc3A010C7d01b50e0d17dc79c8" });
    expect(code).toBe(1);
    expect(said).toContain("EVM_PAY_TO must be an address as its wallet shows it");
  });
});

describe("the scheduled recovery", () => {
  let store: RedisStore;
  beforeAll(async () => {
    store = await startRedisStore();
  });
  afterAll(() => store.close());

  /** Runs it several times in a new instance; what it logged of the account. */
  async function run(times: number, settings: Record<string, string>): Promise<string[]> {
    const said: string[] = [];
    const spy = vi.spyOn(console, "error").mockImplementation((line: string) => void said.push(line));
    const redis = { UPSTASH_REDIS_REST_URL: store.rest.url, UPSTASH_REDIS_REST_TOKEN: "test-token" };
    // The same store by another name: this is no local world, which would make its own account.
    const LEDGER_REDIS_REST_URL = store.rest.url.replace("127.0.0.1", "localhost");
    const ledger = { LEDGER_REDIS_REST_URL, LEDGER_REDIS_REST_TOKEN: "test-token", LOCAL_WORLD: "false" };
    for (const [name, value] of Object.entries({ ...redis, ...ledger, ...settings })) vi.stubEnv(name, value);
    vi.resetModules();
    const { recoverOnSchedule } = await import("@/lib/payments/recovery/recover-payments/scheduled");
    try {
      for (let turn = 0; turn < times; turn += 1) {
        const context = { now: new Date(), signal: AbortSignal.timeout(10_000), headers: new Headers() };
        const { answer } = await recoverOnSchedule({}, context);
        expect(answer).toEqual({
          ok: true,
          looked: 0,
          settled: 0,
          released: 0,
          owed: 0,
          open: 0,
          checked: 0,
        });
      }
    } finally {
      spy.mockRestore();
    }
    return said.filter((line) => line.includes("receiving_account"));
  }

  it("logs a missing account once an instance, with the command that makes it", async () => {
    const said = await run(3, { SOLANA_RPC_URL: solana.chain.rpcUrl, SOLANA_PAY_TO: bare });
    expect(said).toHaveLength(1);
    expect(JSON.parse(said[0] ?? "")).toMatchObject({
      ...{ level: "error", event: "receiving_account_missing", wallet: bare },
      ...{ account: await tokenAccountOf(bare, MINT), create: commandToCreate(bare, MINT) },
    });
  });

  it("logs nothing of one that is there", async () => {
    expect(await run(2, { SOLANA_RPC_URL: solana.chain.rpcUrl, SOLANA_PAY_TO: ready })).toEqual([]);
  });

  it("says once that no node tells, recovers all the same, and asks again until one does", async () => {
    const answers = [LOST, LOST, { value: null }];
    const SOLANA_RPC_URL = await scriptedNode({ getAccountInfo: () => answers.shift() });
    const said = await run(4, { SOLANA_RPC_URL, SOLANA_PAY_TO: ready });
    const events = said.map((line) => line.match(/"event":"(\w+)"/)?.[1]);
    expect(events).toEqual(["receiving_account_unread", "receiving_account_missing"]);
    expect(answers).toEqual([]);
  });

  it("says of a wallet that is none that nothing can be received, and recovers all the same", async () => {
    const said = await run(2, { SOLANA_RPC_URL: solana.chain.rpcUrl, SOLANA_PAY_TO: "z".repeat(44) });
    expect(said.map((line) => line.match(/"event":"(\w+)"/)?.[1])).toEqual(["receiving_account_unusable"]);
  });
});
