import * as z from "zod";
import type { Env } from "../../lib/env";
import { type RpcClient, rpcClient } from "../../lib/chains/json-rpc";
import { NETWORKS } from "../../lib/chains/networks";
import { about, briefly, type Finding, softened } from "./finding";

const NAMES = ["EVM_RPC_URL", "EVM_RPC_SECOND_URL"] as const;
const { failure, warning, fine } = about("nodes");

const Quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/);
const Block = z.object({ number: Quantity, hash: z.string(), timestamp: Quantity });
const OLDEST_SEC = 60;
/** Base makes a block every two seconds. */
const WEEK_BLOCKS = (7 * 86_400) / 2;
/** Blocks of a week ago that are asked for transfers: on mainnet each holds many. */
const ASKED_BLOCKS = 5;
/** A block this deep is the same at every node that is on the chain. */
const DEPTH = 64;
/** `Transfer(address,address,uint256)` (ERC-20). */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const hex = (value: number): string => `0x${value.toString(16)}`;
const block = async (ask: RpcClient, number: string): Promise<z.output<typeof Block>> =>
  Block.parse(await ask("eth_getBlockByNumber", [number, false]));

async function historyFinding(name: string, ask: RpcClient, head: number, settings: Env): Promise<Finding> {
  const from = Math.max(0, head - WEEK_BLOCKS);
  const { usdc } = NETWORKS[settings.NETWORK].evm;
  const range = { fromBlock: hex(from), toBlock: hex(Math.min(head, from + ASKED_BLOCKS - 1)) };
  try {
    const logs = z
      .array(z.unknown())
      .parse(await ask("eth_getLogs", [{ ...range, address: usdc, topics: [TRANSFER] }]));
    return settings.NETWORK === "mainnet" && logs.length === 0
      ? failure(
          `${name}: it lists no transfers of a week ago, so it lacks history. Use a node that keeps logs.`,
        )
      : fine(`${name}: it keeps the logs of a week`);
  } catch (error) {
    return failure(`${name}: it refuses logs of a week ago (${briefly(error)}). Use a node that keeps them.`);
  }
}

async function nodeFindings(name: string, ask: RpcClient, settings: Env): Promise<Finding[]> {
  const [, wanted] = NETWORKS[settings.NETWORK].evm.id.split(":");
  const chainId = Number(Quantity.parse(await ask("eth_chainId", [])));
  if (String(chainId) !== wanted)
    return [failure(`${name}: it is a node of chain ${chainId}, but ${settings.NETWORK} is ${wanted}.`)];
  const latest = await block(ask, "latest");
  const ageSec = Math.round(Date.now() / 1_000 - Number(latest.timestamp));
  return [
    ageSec > OLDEST_SEC
      ? failure(`${name}: its latest block is ${ageSec} s old, more than ${OLDEST_SEC}: it lags.`)
      : fine(`${name}: chain ${chainId}, its latest block is ${ageSec} s old`),
    await historyFinding(name, ask, Number(latest.number), settings),
  ];
}

async function agreementFindings(first: RpcClient, second: RpcClient): Promise<Finding[]> {
  const heads = await Promise.all([first, second].map((ask) => block(ask, "latest")));
  const number = hex(Math.max(0, Math.min(...heads.map((head) => Number(head.number))) - DEPTH));
  const [one, other] = await Promise.all([first, second].map((ask) => block(ask, number)));
  return [
    one?.hash === other?.hash
      ? fine(`the two nodes of Base agree on the block ${DEPTH} back`)
      : failure(
          `EVM_RPC_URL and EVM_RPC_SECOND_URL disagree on the block ${DEPTH} back: one is on another chain.`,
        ),
  ];
}

/** Returns what is wrong with the nodes of Base. The sandbox's chain makes a block only for a transaction. */
export async function evmNodeFindings(settings: Env): Promise<Finding[]> {
  const nodes = NAMES.flatMap((name) => {
    const url = settings[name];
    return url === undefined ? [] : [{ name, ask: rpcClient(url) }];
  });
  const unanswered = (name: string) => (error: unknown) => [
    failure(`${name}: no answer that can be read (${briefly(error)}).`),
  ];
  const each = await Promise.all(
    nodes.map(({ name, ask }) => nodeFindings(name, ask, settings).catch(unanswered(name))),
  );
  const [first, second] = nodes;
  const both =
    first && second
      ? await agreementFindings(first.ask, second.ask).catch(unanswered(second.name))
      : first
        ? [
            warning(
              "EVM_RPC_SECOND_URL is missing: one node alone can prove no lie of a facilitator on Base.",
            ),
          ]
        : [];
  const findings = [...each.flat(), ...both];
  return settings.LOCAL_WORLD === true ? softened(findings) : findings;
}
