import * as z from "zod";
import { AUTHORIZATION_USED, block, TRANSFER } from "./evm-lookup";
import type { RpcClient } from "./json-rpc";
import { add, type Moves } from "./usdc-moved";

const Receipt = z
  .object({
    status: z.string(),
    blockNumber: z.string(),
    logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
  })
  .nullable();
type Logs = NonNullable<z.output<typeof Receipt>>["logs"];

const addressIn = (topic: string | undefined): string => `0x${(topic ?? "").slice(-40).toLowerCase()}`;

/** The token's very next log after an authorization's use is its transfer, and no other one is. */
const paymentsIn = (logs: Logs, network: string, usdc: string) =>
  logs.flatMap(({ topics: [kind, from, nonce] }, at) => {
    const next = logs[at + 1];
    if (kind !== AUTHORIZATION_USED || next?.topics[0] !== TRANSFER || next.topics[1] !== from) return [];
    const payer = addressIn(from);
    const key = `${network}:${usdc}:${payer}:${nonce ?? ""}`.toLowerCase();
    return [{ key, payer, payTo: addressIn(next.topics[2]), amount: BigInt(next.data) }];
  });

/** What a transaction on Base did with USDC. Throws where the node can't be asked. */
export async function evmMoves(
  ask: RpcClient,
  { id, usdc }: { id: string; usdc: string },
  transaction: string,
): Promise<Moves> {
  const receipt = Receipt.parse(await ask("eth_getTransactionReceipt", [transaction]));
  if (receipt === null) return { kind: "not landed", why: "the chain does not have this transaction (yet)" };
  if (receipt.status !== "0x1")
    return { kind: "not landed", why: "the transaction failed on chain", failed: true };
  const ours = receipt.logs.filter(({ address }) => address.toLowerCase() === usdc.toLowerCase());
  const gains = new Map<string, bigint>();
  for (const { topics, data } of ours.filter((log) => log.topics[0] === TRANSFER)) {
    add(gains, addressIn(topics[1]), -BigInt(data));
    add(gains, addressIn(topics[2]), BigInt(data));
  }
  const { timestamp } = await block(ask, receipt.blockNumber);
  return {
    ...{ kind: "landed", at: Number(timestamp) * 1000, block: BigInt(receipt.blockNumber) },
    ...{ gains, payments: paymentsIn(ours, id, usdc) },
  };
}

/** Whether the chain has made a block final. Throws where the node can't be asked. */
export async function isFinalEvm(ask: RpcClient, number: bigint): Promise<boolean> {
  return number <= BigInt((await block(ask, "finalized")).number);
}
