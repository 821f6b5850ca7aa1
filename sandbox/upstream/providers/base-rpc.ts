import { decodeFunctionData, encodeFunctionResult, multicall3Abi } from "viem";
import { z } from "zod";
import { baseWallet } from "../market/wallets";
import type { World } from "../world";
import { answerRpc } from "./json-rpc";
import type { Provider } from "./provider";

const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]*$/)]);
const balanceParams = z.tuple([address, z.string()]);
const callParams = z.tuple([z.object({ to: address, data: hex }), z.string()]);
const INVALID = { error: { code: -32602, message: "invalid argument" } };

/** `balanceOf(address)` of a contract that wallets here hold nothing of is 0; anything else fails. */
function answerCall(world: World, target: string, callData: string) {
  const owner = /^0x70a08231(?:00){12}([0-9a-f]{40})$/i.exec(callData)?.[1];
  if (owner === undefined) return { success: false, returnData: "0x" as const };
  const balance = baseWallet(world, `0x${owner}`).balances.get(target.toLowerCase()) ?? 0n;
  return { success: true, returnData: `0x${balance.toString(16).padStart(64, "0")}` as const };
}

/** Base's public node: `eth_getBalance`, and `eth_call` of Multicall3's `aggregate3` for balances of tokens. */
export const baseRpc: Provider = {
  hosts: ["mainnet.base.org"],
  answer(request, world) {
    if (request.path !== "/") return undefined;
    return answerRpc(request, {
      eth_getBalance(params) {
        const asked = balanceParams.safeParse(params);
        if (!asked.success) return INVALID;
        return { result: `0x${baseWallet(world, asked.data[0]).wei.toString(16)}` };
      },
      eth_call(params) {
        const asked = callParams.safeParse(params);
        if (!asked.success) return INVALID;
        const [{ to, data }] = asked.data;
        if (to.toLowerCase() !== MULTICALL3) return { result: "0x" };
        const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data });
        if (functionName !== "aggregate3") return { error: { code: 3, message: "execution reverted" } };
        const result = args[0].map(({ target, callData }) => answerCall(world, target, callData));
        return { result: encodeFunctionResult({ abi: multicall3Abi, functionName, result }) };
      },
    });
  },
};
