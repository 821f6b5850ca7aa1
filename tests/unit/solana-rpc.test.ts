import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { getBurnCheckedInstruction, getTransferCheckedInstruction } from "@solana-program/token";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NETWORKS } from "@/lib/chains/networks";
import {
  TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
} from "@/lib/chains/solana-programs";
import { isRecord } from "@/lib/is-record";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { V1_TRANSFER } from "../fixtures/solana-v1";
import { moveLamports } from "./sandbox-chains-support";
import { startScriptedRpc, type RpcAnswer, type ScriptedRpc } from "../support/scripted-rpc";

const ORIGIN = "https://svc.example";
const MINT = NETWORKS.testnet.solana.usdc;
const ANY = "6Q9T7V8yBk1GkJmXcY5wq7JvX2m6n1i5a5tF5Zs2kGqd";
const ANOTHER = "5ZWj7a1f8tWkjBESHKgrLmXshuXxqeY9SYcfbshpAqPG";
const OTHER_PROGRAM = "11111111111111111111111111111111";
const BASE64 = [{ encoding: "base64" }];

/** What the node was asked, and what it answers. */
let asked: { method: string; params: readonly unknown[] }[];
let said: (method: string) => RpcAnswer | null;
let nodes: ScriptedRpc[];

beforeEach(async () => {
  asked = [];
  said = () => ({ result: "said" });
  const answer = (method: string, params: readonly unknown[]): RpcAnswer | null => {
    asked.push({ method, params });
    return said(method);
  };
  nodes = [await startScriptedRpc(() => null), await startScriptedRpc(answer)];
  vi.stubEnv("NETWORK", "testnet");
  vi.stubEnv("PUBLIC_ORIGIN", ORIGIN);
  vi.stubEnv("SOLANA_RPC_URL", `${nodes[0]?.url}/?key=first-node-secret`);
  vi.stubEnv(
    "SOLANA_RPC_SECOND_URL",
    `${nodes[1]?.url.replace("127.0.0.1", "localhost")}/?key=second-secret`,
  );
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  vi.unstubAllEnvs();
  vi.resetModules();
});

interface Told {
  status: number;
  body: Record<string, unknown>;
  text: string;
  headers: Headers;
}

async function send(body: unknown, headers: Record<string, string> = {}): Promise<Told> {
  const { solanaRpc } = await import("@/lib/solana-rpc/handler");
  const response = await solanaRpc(
    new Request(`${ORIGIN}/api/solana-rpc-send`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  const parsed: unknown = JSON.parse(text);
  if (!isRecord(parsed)) throw new Error(text);
  return { status: response.status, body: parsed, text, headers: response.headers };
}

const call = (method: string, params?: readonly unknown[], headers?: Record<string, string>): Promise<Told> =>
  send({ jsonrpc: "2.0", id: "7", method, ...(params && { params }) }, headers);

/** A token account's bytes; `bytes` other than its 165 make it something else. */
function account({ mint = MINT, owner = TOKEN_PROGRAM, bytes = 165, state = 1 } = {}): RpcAnswer {
  const data = new Uint8Array(bytes);
  data.set(getBase58Encoder().encode(mint));
  if (bytes > 108) data[108] = state;
  const value = { owner, data: [Buffer.from(data).toString("base64"), "base64"], lamports: 1 };
  return { result: { context: { slot: 1 }, value } };
}

describe("POST /api/solana-rpc-send", () => {
  it("passes each method of the list on, by the second node where the first gives no answer", async () => {
    const calls: [string, unknown[]][] = [
      ["getLatestBlockhash", [{ commitment: "confirmed" }]],
      ["getMinimumBalanceForRentExemption", [165]],
      ["getSignatureStatuses", [[getBase58Decoder().decode(new Uint8Array(64).fill(7))]]],
    ];
    for (const [method, params] of calls) {
      const { status, body } = await call(method, params);
      expect({ status, body }).toEqual({ status: 200, body: { jsonrpc: "2.0", id: "7", result: "said" } });
    }
    expect(asked).toEqual(calls.map(([method, params]) => ({ method, params })));
    expect(nodes[0]?.calls).toHaveLength(calls.length);
  });

  it("takes no other method, and asks no node about it", async () => {
    const others = [
      "sendTransaction2",
      "requestAirdrop",
      "getProgramAccounts",
      "getBlock",
      "simulateTransaction",
    ];
    for (const method of [...others, "toString", "constructor", "__proto__", "GETLATESTBLOCKHASH", ""]) {
      const { status, body } = await call(method, []);
      expect(status, method).toBe(403);
      expect(body).toMatchObject({ id: "7", error: { code: -32_601 } });
    }
    expect(nodes.flatMap((node) => node.calls)).toEqual([]);
  });

  it("takes no params but those that it knows, so that nothing of a caller's reaches the node unread", async () => {
    const signature = getBase58Decoder().decode(new Uint8Array(64).fill(7));
    const refused: [string, unknown[]][] = [
      ["getLatestBlockhash", [{ minContextSlot: 1 }]],
      ["getLatestBlockhash", ["confirmed"]],
      ["getMinimumBalanceForRentExemption", [-1]],
      ["getMinimumBalanceForRentExemption", [1e12]],
      ["getSignatureStatuses", [[]]],
      ["getSignatureStatuses", [Array<string>(5).fill(signature)]],
      ["getSignatureStatuses", [[signature], { searchTransactionHistory: true }]],
      ["getAccountInfo", [MINT]],
      ["getAccountInfo", [MINT, { encoding: "jsonParsed" }]],
      ["getAccountInfo", [MINT, { encoding: "base64", dataSlice: { offset: 0, length: 1 } }]],
      ["getAccountInfo", ["not an address", { encoding: "base64" }]],
    ];
    for (const [method, params] of refused)
      expect(await call(method, params), JSON.stringify(params)).toMatchObject({
        status: 400,
        body: { error: { code: -32_602 } },
      });
    expect(nodes.flatMap((node) => node.calls)).toEqual([]);
  });

  describe("a transaction", () => {
    const OURS = "6Q9T7V8yBk1GkJmXcY5wq7JvX2m6n1i5a5tF5Zs2kGqd";
    const TOKEN = "So11111111111111111111111111111111111111112";
    beforeEach(() => {
      vi.stubEnv("SOLANA_PAY_TO", OURS);
      for (const [name, value] of Object.entries(TOKEN_SETTINGS)) vi.stubEnv(name, value);
      said = (method) => ({ result: method === "simulateTransaction" ? { value: { err: null } } : "sent" });
    });
    const TOKEN_SETTINGS = {
      ...{ TOKEN_LAUNCHED: "true", TOKEN_MINT: TOKEN, TOKEN_TREASURY: OURS, TOKEN_POOL: ANY },
      ...{ TOKEN_QUOTE_SECRET: "0".repeat(64), TOKEN_MERCHANTS: "desk:live" },
      ...{ TOKEN_HOLDER_FROM: "1", TOKEN_DELUXE_FROM: "2" },
      ...{ TOKEN_EXECUTIVE_FROM: "3", TOKEN_PRESIDENT_FROM: "4" },
    };

    const memo = { programAddress: address(MEMO_PROGRAM), data: new TextEncoder().encode("x") };
    const budget = { programAddress: address(COMPUTE_BUDGET_PROGRAM), data: Uint8Array.of(2, 64, 156, 0, 0) };
    const guard = { programAddress: address(LIGHTHOUSE_PROGRAM), data: Uint8Array.of(4) };

    async function told(by: (payer: KeyPairSigner) => Promise<readonly Instruction[]>): Promise<Told> {
      const payer = await generateKeyPairSigner();
      const instructions = await by(payer);
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (m) => setTransactionMessageFeePayerSigner(payer, m),
        (m) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: blockhash(ANY), lastValidBlockHeight: 1n },
            m,
          ),
        (m) => appendTransactionMessageInstructions(instructions, m),
      );
      const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
      return call("sendTransaction", [wire, { encoding: "base64" }]);
    }
    const moved = async (payer: KeyPairSigner, mint: string, to: string): Promise<Instruction> =>
      getTransferCheckedInstruction({
        ...{ source: address(await tokenAccountOf(payer.address, mint)), mint: address(mint) },
        ...{
          destination: address(await tokenAccountOf(to, mint)),
          authority: payer,
          amount: 1n,
          decimals: 6,
        },
      });
    const burnt = async (payer: KeyPairSigner, mint: string): Promise<Instruction> =>
      getBurnCheckedInstruction({
        ...{ account: address(await tokenAccountOf(payer.address, mint)), mint: address(mint) },
        ...{ authority: payer, amount: 1n, decimals: 6 },
      });

    it("that pays us in USDC or the own token is sent, with what wallets add to it", async () => {
      const flows = [
        async (payer: KeyPairSigner) => [await moved(payer, MINT, OURS), memo],
        async (payer: KeyPairSigner) => [budget, guard, await moved(payer, MINT, OURS), memo, guard],
        async (payer: KeyPairSigner) => [await burnt(payer, TOKEN), await moved(payer, TOKEN, OURS), memo],
      ];
      for (const flow of flows) expect((await told(flow)).body).toMatchObject({ result: "sent" });
      expect(asked.map(({ method }) => method)).toEqual(
        flows.flatMap(() => ["simulateTransaction", "sendTransaction"]),
      );
    });

    it("of anybody else's is refused with a reason, and no node is asked", async () => {
      const flows = [
        async (payer: KeyPairSigner) => [await moved(payer, MINT, ANOTHER)],
        async (payer: KeyPairSigner) => [await moved(payer, MINT, OURS), await moved(payer, MINT, ANOTHER)],
        async (payer: KeyPairSigner) => [await moved(payer, TOKEN, OURS)],
        async (payer: KeyPairSigner) => [await burnt(payer, TOKEN), await moved(payer, TOKEN, ANOTHER)],
        async (payer: KeyPairSigner) => [await burnt(payer, MINT), await moved(payer, TOKEN, OURS)],
        (payer: KeyPairSigner) => Promise.resolve([moveLamports(payer.address, address(ANOTHER), 1n)]),
        () => Promise.resolve([memo, budget, guard]),
        () => Promise.resolve([]),
      ];
      for (const flow of flows) {
        const { status, body } = await told(flow);
        expect({ status, body }).toMatchObject({
          status: 403,
          body: { error: { code: -32_601, message: expect.stringContaining("pay this service") } },
        });
      }
      expect(asked).toEqual([]);
    });

    it("of V1 is refused by its version", async () => {
      const { status, body } = await call("sendTransaction", [V1_TRANSFER.wire, { encoding: "base64" }]);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: { code: -32_602, message: expect.stringContaining("version 1") } },
      });
    });
  });

  it("shows the mint that payments are made in, its token accounts, and that there is none", async () => {
    said = () => account({ bytes: 82 });
    expect((await call("getAccountInfo", [MINT, ...BASE64])).status).toBe(200);
    said = () => account();
    const { body } = await call("getAccountInfo", [ANY, ...BASE64]);
    expect(body.result).toMatchObject({ value: { owner: TOKEN_PROGRAM } });
    said = () => ({ result: { context: { slot: 1 }, value: null } });
    expect((await call("getAccountInfo", [ANY, ...BASE64])).body.result).toMatchObject({ value: null });
  });

  it("shows no other account: another mint's, another program's that looks like one, none that is not made yet", async () => {
    const others = [
      account({ mint: ANY }),
      account({ owner: OTHER_PROGRAM }),
      account({ bytes: 82 }),
      account({ bytes: 32 }),
      account({ bytes: 166 }),
      account({ state: 0 }),
    ];
    for (const other of others) {
      said = () => other;
      const { status, text } = await call("getAccountInfo", [ANY, ...BASE64]);
      expect(status).toBe(403);
      expect(text).not.toContain("base64");
    }
  });

  describe("a transaction", () => {
    const OWN = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
    const SIGNATURE = getBase58Decoder().decode(new Uint8Array(64).fill(7));
    const FORM = { encoding: "base64", commitment: "finalized", maxSupportedTransactionVersion: 0 };
    const balance = (accountIndex: number, mint: string, amount: string) => ({
      ...{ accountIndex, mint, owner: ANY, programId: TOKEN_PROGRAM },
      uiTokenAmount: { amount, decimals: 6, uiAmountString: "?" },
    });
    const found = (pre: unknown, post: unknown, err: unknown = null): RpcAnswer => ({
      result: {
        ...{ slot: 5, blockTime: 9, transaction: ["c2VjcmV0", "base64"], version: 0 },
        meta: { err, fee: 5_000, logMessages: ["words"], preTokenBalances: pre, postTokenBalances: post },
      },
    });
    const launch = (): void => {
      const settings = {
        TOKEN_LAUNCHED: "true",
        TOKEN_MINT: OWN,
        TOKEN_TREASURY: ANY,
        TOKEN_POOL: ANY,
        TOKEN_MERCHANTS: "desk:live",
        ...{
          TOKEN_HOLDER_FROM: "1",
          TOKEN_DELUXE_FROM: "2",
          TOKEN_EXECUTIVE_FROM: "3",
          TOKEN_PRESIDENT_FROM: "4",
        },
      };
      for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
      vi.stubEnv("TOKEN_QUOTE_SECRET", "0".repeat(64));
    };

    it("of the own token shows what it did to the token's balances, and nothing else", async () => {
      launch();
      said = () =>
        found(
          [balance(1, OWN, "100"), balance(2, MINT, "7")],
          [balance(1, OWN, "0"), balance(2, MINT, "7"), balance(3, OWN, "20")],
        );
      const { status, body } = await call("getTransaction", [SIGNATURE, FORM]);
      const reported = (accountIndex: number, amount: string) => ({
        accountIndex,
        mint: OWN,
        uiTokenAmount: { amount },
      });
      expect({ status, result: body.result }).toEqual({
        status: 200,
        result: {
          ...{ slot: 5, blockTime: 9 },
          meta: {
            err: null,
            preTokenBalances: [reported(1, "100")],
            postTokenBalances: [reported(1, "0"), reported(3, "20")],
          },
        },
      });
    });

    it("of others' money, or before the launch, is nobody's to read here", async () => {
      expect((await call("getTransaction", [SIGNATURE, FORM])).status).toBe(403);
      expect(asked).toEqual([]);
      vi.resetModules();
      launch();
      said = () => found([balance(2, MINT, "7")], [balance(2, MINT, "0")]);
      expect((await call("getTransaction", [SIGNATURE, FORM])).status).toBe(403);
      for (const params of [[SIGNATURE], [SIGNATURE, { ...FORM, commitment: "processed" }], ["../x", FORM]])
        expect((await call("getTransaction", params)).status, JSON.stringify(params)).toBe(400);
    });

    it("that failed says so, and one that there is not is null", async () => {
      launch();
      said = () =>
        found([balance(1, OWN, "100")], [balance(1, OWN, "100")], { InstructionError: [0, "Custom"] });
      const failed = await call("getTransaction", [SIGNATURE, FORM]);
      expect(failed.body.result).toMatchObject({ meta: { err: { InstructionError: [0, "Custom"] } } });
      said = () => ({ result: null });
      expect((await call("getTransaction", [SIGNATURE, FORM])).body).toMatchObject({ result: null });
    });
  });

  it("takes one message a request, of a size, and says what is wrong with any other", async () => {
    const message = { jsonrpc: "2.0", id: 1, method: "getLatestBlockhash" };
    expect((await send([message, message])).status).toBe(400);
    expect((await send({ ...message, params: Array(4).fill(0) })).status).toBe(400);
    expect((await send({ ...message, more: 1 })).status).toBe(400);
    expect((await send(`{"method":"${"x".repeat(17_000)}"}`)).status).toBe(413);
    expect((await send("nonsense")).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it("serves its own pages and programs, and no page of another site", async () => {
    const own = await call("getLatestBlockhash", [], { origin: ORIGIN });
    expect(own.status).toBe(200);
    expect(own.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    const foreign = await call("getLatestBlockhash", [], { origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    expect((await call("getLatestBlockhash", [])).headers.get("access-control-allow-origin")).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it("tells of the node's refusal its code alone, and of an outage nothing: addresses of nodes hold keys", async () => {
    said = () => ({ error: { code: -32_005, message: "Node first-node-secret is behind by 9 slots" } });
    const refused = await call("getLatestBlockhash", []);
    expect(refused).toMatchObject({ status: 200, body: { error: { code: -32_005 } } });
    said = () => null;
    const down = await call("getLatestBlockhash", []);
    expect(down).toMatchObject({ status: 503, body: { code: "data_unavailable" } });
    expect(Number(down.headers.get("retry-after"))).toBeGreaterThan(0);
    await Promise.all(nodes.splice(0).map((node) => node.close()));
    const gone = await call("getLatestBlockhash", []);
    expect(gone.status).toBe(503);
    for (const { text } of [refused, down, gone])
      expect(text).not.toMatch(/secret|127\.0\.0\.1|localhost|behind/);
  });
});
