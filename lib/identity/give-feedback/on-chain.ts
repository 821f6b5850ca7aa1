import { keccak256, stringToHex } from "viem";
import { encodeFunctionData } from "viem/utils";
import type * as z from "zod";
import { env } from "@/lib/env";
import { gasOf, registryNode } from "../erc8004/node";
import { type Registry, REPUTATION_ABI } from "../erc8004/registry";
import type { FeedbackFile } from "../feedback/answer";
import { bytesOf } from "../feedback/file";
import type { Backing } from "./backing";
import type { giveFeedbackEntry } from "./entry";

type Input = z.output<typeof giveFeedbackEntry.input>;

/** The file that a payment backs, in the order of members in which it is hashed. */
export function fileOf(
  { value, tag }: Input,
  text: string,
  {
    backing,
    agentId,
    client,
    of,
    now,
  }: {
    backing: Backing;
    agentId: bigint;
    client: string;
    of: Registry;
    now: Date;
  },
): FeedbackFile {
  const { payer, payTo, network, transaction, asset, amount, route } = backing;
  const tag2 = tag ?? route?.replace(/^\/api\/(svc-)?/, "").replaceAll("/", "-");
  return {
    ...{ agentRegistry: of.id, agentId: Number(agentId), clientAddress: `eip155:${of.chainId}:${client}` },
    ...{ createdAt: now.toISOString(), value, valueDecimals: 0, tag1: "starred" },
    ...(tag2 !== undefined && { tag2 }),
    ...(route !== undefined && { endpoint: env().PUBLIC_ORIGIN + route }),
    ...(text !== "" && { text }),
    proofOfPayment: {
      ...{ fromAddress: payer, toAddress: payTo, chainId: network.slice(network.indexOf(":") + 1) },
      ...{ txHash: transaction, network, asset, amount },
    },
  };
}

/** The file's hash, and the call that names it, ready to be sent. Throws ApiError 503. */
export async function callOf(
  file: FeedbackFile,
  client: string,
  uri: string,
  of: Registry,
  signal: AbortSignal,
) {
  const hash = keccak256(stringToHex(bytesOf(file)));
  const data = encodeFunctionData({
    abi: REPUTATION_ABI,
    functionName: "giveFeedback",
    args: [
      ...([
        BigInt(file.agentId),
        BigInt(file.value),
        file.valueDecimals,
        file.tag1,
        file.tag2 ?? "",
      ] as const),
      ...([file.endpoint ?? "", uri, hash] as const),
    ],
  });
  const callRpc = await registryNode(of, signal);
  const sent = { from: client, to: of.reputation, data };
  const call = {
    ...{ chainId: of.chainId, ...sent, value: "0x0" as const, gas: await gasOf(callRpc, sent) },
    function: "giveFeedback(uint256,int128,uint8,string,string,string,string,bytes32)" as const,
  };
  return { hash, call };
}
