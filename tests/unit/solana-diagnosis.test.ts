import type { PaymentPayload } from "@x402/core/types";
import { afterEach, describe, expect, it } from "vitest";
import { rpcClient } from "@/lib/chains/json-rpc";
import { diagnoseSolana, explainSolana } from "@/lib/payments/rails/x402/solana-diagnosis";
import { FEE_PAYER, PRICE, signedTransfer, solanaOffer } from "../support/payments";
import { startScriptedRpc, type RpcAnswer, type ScriptedRpc } from "../support/scripted-rpc";

const payloadOf = (transaction: string): PaymentPayload => ({
  x402Version: 2,
  accepted: solanaOffer(FEE_PAYER),
  payload: { transaction },
});
const payment = async (): Promise<PaymentPayload> => payloadOf((await signedTransfer()).transaction);

/** An SPL token account in base64, as a node tells it. */
function tokenAccount(amount: bigint, state = 1): unknown {
  const bytes = Buffer.alloc(165);
  bytes.writeBigUInt64LE(amount, 64);
  bytes[108] = state;
  return { data: [bytes.toString("base64"), "base64"], owner: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA" };
}

let node: ScriptedRpc | undefined;
afterEach(() => node?.close());

interface State {
  err?: unknown;
  source?: unknown;
  destination?: unknown;
  answer?: RpcAnswer;
}
const RICH = tokenAccount(BigInt(PRICE));

async function nodeOf({ err = null, source = RICH, destination = RICH, answer }: State): Promise<string> {
  node = await startScriptedRpc(
    (method) =>
      answer ?? { result: { value: method === "simulateTransaction" ? { err } : [source, destination] } },
  );
  return node.url;
}

async function diagnosis(state: State, sent?: PaymentPayload) {
  const found = await diagnoseSolana(rpcClient(await nodeOf(state)), sent ?? (await payment()));
  return found?.kind === "refused" ? found.reason : (found?.kind ?? null);
}

const custom = (code: number): State => ({ err: { InstructionError: [2, { Custom: code }] } });

describe("a payment on Solana that was refused without saying why", () => {
  it("is distinguished by the chain", async () => {
    expect(await diagnosis({})).toBe("executes");
    expect(await diagnosis({ err: "AlreadyProcessed" })).toBe("already-used");
    expect(await diagnosis({ err: "BlockhashNotFound" })).toBe("expired");
    expect(await diagnosis({ ...custom(1), source: tokenAccount(BigInt(PRICE) - 1n) })).toBe(
      "insufficient_funds",
    );
    expect(await diagnosis({ err: { InstructionError: [2, "InvalidAccountData"] }, source: null })).toBe(
      "insufficient_funds",
    );
    expect(await diagnosis({ ...custom(17), source: tokenAccount(BigInt(PRICE), 2) })).toBe(
      "payment_rejected",
    );
    expect(await diagnosis(custom(99))).toBe("fails");
  });

  it("is not the payer's doing when the seller has no account, or the facilitator no SOL", async () => {
    expect(await diagnosis({ err: { InstructionError: [2, "InvalidAccountData"] }, destination: null })).toBe(
      "unavailable",
    );
    expect(await diagnosis({ err: "AccountNotFound" })).toBe("unavailable");
    expect(await diagnosis({ err: "InsufficientFundsForFee" })).toBe("unavailable");
  });

  it("was used, although its payer is poor now", async () => {
    expect(await diagnosis({ err: "AlreadyProcessed", source: tokenAccount(0n) })).toBe("already-used");
  });

  it("shows some defects by itself, without any node", async () => {
    const { transaction } = await signedTransfer();
    const transfer = Buffer.alloc(10);
    transfer[0] = 12; // TransferChecked: the amount, then the decimals
    transfer.writeBigUInt64LE(BigInt(PRICE), 1);
    transfer[9] = 6;
    const changed = (from: Uint8Array, to: (bytes: Buffer, at: number) => void): PaymentPayload => {
      const bytes = Buffer.from(transaction, "base64");
      to(bytes, bytes.indexOf(from));
      return payloadOf(bytes.toString("base64"));
    };
    const alone = async (sent: PaymentPayload) => {
      const found = await diagnoseSolana(null, sent);
      return found?.kind === "refused" ? found.message : found;
    };
    expect(await alone(payloadOf(transaction))).toBeNull();
    expect(await alone(changed(transfer, (bytes, at) => bytes.writeUInt8(9, at + 9)))).toContain("decimals");
    const price = Uint8Array.of(3, 1, 0, 0, 0, 0, 0, 0, 0); // SetComputeUnitPrice: micro-lamports
    expect(await alone(changed(price, (bytes, at) => bytes.writeBigUInt64LE(5_000_000n, at + 1)))).toBeNull();
    expect(await alone(changed(price, (bytes, at) => bytes.writeBigUInt64LE(5_000_001n, at + 1)))).toContain(
      "compute unit price",
    );
  });

  it("is not diagnosed by a node that fails or talks nonsense", async () => {
    await expect(diagnosis({ answer: { error: { code: -32_005, message: "too many" } } })).rejects.toThrow();
    await node?.close();
    await expect(diagnosis({ answer: { result: { value: 7 } } })).rejects.toThrow();
    await expect(diagnoseSolana(rpcClient("http://127.0.0.1:9"), await payment())).rejects.toThrow();
  });
});

describe("a payment on Solana that was not settled", () => {
  it.each<[string, string, State]>([
    ["that could move", "unused", {}],
    ["that the chain has seen", "used", { err: "AlreadyProcessed" }],
    ["whose account was emptied", "payer", { ...custom(1), source: tokenAccount(0n) }],
    ["whose blockhash ran out", "late", { err: "BlockhashNotFound" }],
    ["that the chain would refuse for any other reason", "payer", custom(99)],
    ["whose fee payer has no SOL, which is the facilitator's", "unused", { err: "InsufficientFundsForFee" }],
    ["whose fee payer there is not", "unused", { err: "AccountNotFound" }],
  ])("%s is explained by: %s", async (_, explained, state) => {
    expect(await explainSolana(rpcClient(await nodeOf(state)), await payment())).toBe(explained);
  });

  it("is not explained by a node that fails", async () => {
    const down = nodeOf({ answer: { error: { code: -32_603, message: "down" } } });
    await expect(explainSolana(rpcClient(await down), await payment())).rejects.toThrow("down");
  });
});
