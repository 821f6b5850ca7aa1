import type { PaymentPayload } from "@x402/core/types";
import { encodeFunctionData, parseAbi, toFunctionSelector, type Hex } from "viem";
import { afterEach, describe, expect, it } from "vitest";
import { BALANCE_OF } from "@/lib/chains/balances";
import {
  diagnoseEvm,
  explainEvm,
  Signed,
  TRANSFER_WITH_AUTHORIZATION,
  transferData,
} from "@/lib/chains/evm-diagnosis";
import { AUTHORIZATION_STATE } from "@/lib/chains/evm-lookup";
import { rpcClient } from "@/lib/chains/json-rpc";
import { evmForm, inSeconds, withEvmForm } from "../support/evm-buyer";
import { PRICE, signedEvmPayment } from "../support/payments";
import { startScriptedRpc, type RpcAnswer, type ScriptedRpc } from "../support/scripted-rpc";

const uint = (value: number | bigint): string => `0x${value.toString(16).padStart(64, "0")}`;
const REVERT = (why: string): RpcAnswer => ({
  error: { code: 3, message: `execution reverted: ${why}`, data: "0x08c379a0" },
});

let node: ScriptedRpc | undefined;
afterEach(() => node?.close());

interface State {
  used?: RpcAnswer;
  balance?: bigint;
  time?: number;
  transfer?: RpcAnswer | null;
  /** At the payer's address. */
  code?: string;
}

/** A node that knows this of the chain. */
async function nodeOf(state: State): Promise<ScriptedRpc> {
  const call = (data: string): RpcAnswer | null => {
    if (data.startsWith(AUTHORIZATION_STATE)) return state.used ?? { result: uint(0) };
    if (data.startsWith(BALANCE_OF)) return { result: uint(state.balance ?? BigInt(PRICE)) };
    return state.transfer === undefined ? { result: "0x" } : state.transfer;
  };
  node = await startScriptedRpc((method, [request]) => {
    if (method === "eth_getCode") return { result: state.code ?? "0x" };
    return method === "eth_getBlockByNumber"
      ? { result: { number: "0x10", timestamp: uint(state.time ?? Math.floor(Date.now() / 1000)) } }
      : call((request as { data: string }).data);
  });
  return node;
}

const signedIn = ({ accepted, payload }: PaymentPayload): [asset: string, signed: Signed] => [
  accepted.asset,
  Signed.parse(payload),
];

async function diagnosis(state: State, payment?: PaymentPayload) {
  const { url } = await nodeOf(state);
  const found = await diagnoseEvm(rpcClient(url), ...signedIn(payment ?? (await signedEvmPayment())));
  return found?.kind === "refused" ? found.reason : (found?.kind ?? null);
}

describe("a payment on Base that was refused without saying why", () => {
  it("is distinguished by the chain", async () => {
    expect(await diagnosis({})).toBe("executes");
    expect(await diagnosis({ used: { result: uint(1) } })).toBe("already-used");
    expect(await diagnosis({ balance: BigInt(PRICE) - 1n })).toBe("insufficient_funds");
    expect(await diagnosis({ time: Math.floor(Date.now() / 1000) + 1_000 })).toBe("expired");
  });

  it("was not valid yet by the chain's time, which lags behind ours", async () => {
    const payment = await signedEvmPayment();
    const { authorization } = evmForm(payment);
    const young = withEvmForm(payment, { authorization: { ...authorization, validAfter: inSeconds(0) } });
    expect(await diagnosis({ time: Math.floor(Date.now() / 1000) - 5 }, young)).toBe("expired");
  });

  it("was used, however poor its payer has become and however late it is", async () => {
    expect(await diagnosis({ used: { result: uint(1) }, balance: 0n, time: 4_000_000_000 })).toBe(
      "already-used",
    );
  });

  it.each([
    ["FiatTokenV2: invalid signature", "invalid_signature"],
    ["ECRecover: invalid signature 's' value", "invalid_signature"],
    ["Blacklistable: account is blacklisted", "payment_rejected"],
    ["Pausable: paused", null],
    ["something new", null],
  ])("by the token's own words %j amounts to %s", async (why, reason) => {
    expect(await diagnosis({ transfer: REVERT(why) })).toBe(reason);
  });

  it("is not judged by the token when its wallet is still to be deployed", async () => {
    const payment = await signedEvmPayment();
    const wrapped = withEvmForm(payment, { signature: `0x${"11".repeat(96)}${"6492".repeat(16)}` });
    expect(await diagnosis({ transfer: REVERT("FiatTokenV2: invalid signature") }, wrapped)).toBeNull();
  });

  it("is not diagnosed by a node that fails or talks nonsense", async () => {
    await expect(diagnosis({ used: { result: "0x" } })).rejects.toThrow();
    await node?.close();
    await expect(
      diagnosis({ used: { error: { code: -32_005, message: "limit exceeded" } } }),
    ).rejects.toThrow();
    await node?.close();
    await expect(
      diagnoseEvm(rpcClient("http://127.0.0.1:9"), ...signedIn(await signedEvmPayment())),
    ).rejects.toThrow();
    // A node that only fails in the last step tells nothing either.
    expect(await diagnosis({ transfer: null })).toBeNull();
  });
});

describe("the transfer that is simulated", () => {
  const abi = parseAbi([
    "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
    "function balanceOf(address)",
  ]);

  it("is what viem encodes, whatever the signature's length", async () => {
    expect(TRANSFER_WITH_AUTHORIZATION).toBe(toFunctionSelector(abi[0]));
    expect(BALANCE_OF).toBe(toFunctionSelector(abi[1]));
    const form = evmForm(await signedEvmPayment());
    for (const bytes of [65, 64, 96, 97, 1_000]) {
      const signature: Hex = `0x${"5a".repeat(bytes)}`;
      const { from, to, value, validAfter, validBefore, nonce } = form.authorization;
      expect(transferData({ ...form, signature })).toBe(
        encodeFunctionData({
          abi,
          functionName: "transferWithAuthorization",
          args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature],
        }),
      );
    }
  });
});

describe("a payment on Base that was not settled", () => {
  const cause = async (state: State, payment?: PaymentPayload) =>
    explainEvm(rpcClient((await nodeOf(state)).url), ...signedIn(payment ?? (await signedEvmPayment())));

  it.each<[string, string, State]>([
    ["that could move", "unused", {}],
    ["that the chain has seen", "used", { used: { result: uint(1) } }],
    ["whose wallet was emptied", "payer", { balance: 0n }],
    ["that ran out", "late", { time: 4_000_000_000 }],
    ["of a contract", "payer", { code: "0x6080" }],
    ["of a wallet that delegates (EIP-7702)", "payer", { code: `0xef0100${"ab".repeat(20)}` }],
    ["of a contract, which the chain has seen", "used", { code: "0x6080", used: { result: uint(1) } }],
    ["of a wallet that USDC blocks", "payer", { transfer: REVERT("Blacklistable: account is blacklisted") }],
    ["while USDC stands still", "unused", { transfer: REVERT("Pausable: paused") }],
  ])("%s is explained by: %s", async (_, explained, state) => {
    expect(await cause(state)).toBe(explained);
  });

  it("of a wallet that is still to be deployed is explained by its payer", async () => {
    const wrapped = withEvmForm(await signedEvmPayment(), {
      signature: `0x${"11".repeat(96)}${"6492".repeat(16)}`,
    });
    expect(await cause({}, wrapped)).toBe("payer");
  });

  it("is not explained by a node that fails or talks nonsense", async () => {
    await expect(cause({ code: "yes" })).rejects.toThrow();
    await expect(cause({ used: { error: { code: 1, message: "down" } } })).rejects.toThrow();
  });
});
