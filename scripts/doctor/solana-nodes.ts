import * as z from "zod";
import type { Env } from "../../lib/env";
import { type RpcClient, rpcClient } from "../../lib/chains/json-rpc";
import { NETWORKS } from "../../lib/chains/networks";
import { about, briefly, type Finding, softened } from "./finding";

const NAMES = ["SOLANA_RPC_URL", "SOLANA_RPC_SECOND_URL"] as const;
const { failure, warning, fine } = about("nodes");

const OLDEST_SEC = 60;
const MAX_LAG_SLOTS = 150;
/** Two days of slots of 0.4 s: payments may stay open so long. */
const KEPT_SLOTS = (2 * 86_400) / 0.4;
/** The newest version of transactions that is asked for; a node that refuses it can't show payments of that version. */
const VERSION_CEILING = 1;
const UNSUPPORTED_VERSION = -32_015;

const Slot = z.number();
const Version = z.object({ "solana-core": z.string() });
const Signatures = z.array(z.object({ signature: z.string() }));
const CONFIRMED = { commitment: "confirmed" } as const;

async function ageFinding(name: string, ask: RpcClient, slot: number): Promise<Finding> {
  const time = z
    .number()
    .nullable()
    .parse(await ask("getBlockTime", [slot]));
  if (time === null) return warning(`${name}: can't tell how old its latest block is.`);
  const ageSec = Math.round(Date.now() / 1_000 - time);
  return ageSec > OLDEST_SEC
    ? failure(`${name}: its latest block is ${ageSec} s old, more than ${OLDEST_SEC}: it lags.`)
    : fine(`${name}: its latest block is ${ageSec} s old`);
}

async function historyFindings(name: string, ask: RpcClient, slot: number, usdc: string): Promise<Finding[]> {
  const first = Slot.parse(await ask("getFirstAvailableBlock", []));
  const findings = [
    first > 0 && slot - first < KEPT_SLOTS
      ? failure(
          `${name}: it keeps ${slot - first} slots, fewer than ${KEPT_SLOTS} (two days). Use a node with history.`,
        )
      : fine(`${name}: it keeps at least two days of blocks`),
  ];
  try {
    const listed = await ask("getSignaturesForAddress", [usdc, { limit: 1, commitment: "finalized" }]);
    const [latest] = Signatures.parse(listed);
    if (latest === undefined) return [...findings, warning(`${name}: it lists no transaction of USDC.`)];
    const options = { ...CONFIRMED, encoding: "base64", maxSupportedTransactionVersion: VERSION_CEILING };
    await ask("getTransaction", [latest.signature, options]);
    return [...findings, fine(`${name}: it lists transactions, up to version ${VERSION_CEILING}`)];
  } catch (error) {
    const isVersion = error instanceof Error && "code" in error && error.code === UNSUPPORTED_VERSION;
    return [
      ...findings,
      failure(
        isVersion
          ? `${name}: it shows no transactions of version ${VERSION_CEILING} (error ${UNSUPPORTED_VERSION}): such payments stay open. Use a newer node.`
          : `${name}: getSignaturesForAddress or getTransaction fails (${briefly(error)}): payments can't be looked up.`,
      ),
    ];
  }
}

async function nodeFindings(name: string, ask: RpcClient, settings: Env): Promise<Finding[]> {
  const { id, usdc } = NETWORKS[settings.NETWORK].solana;
  const genesis = z.string().parse(await ask("getGenesisHash", []));
  if (!id.endsWith(`:${genesis.slice(0, 32)}`))
    return [failure(`${name}: its genesis hash is another cluster's, not ${settings.NETWORK}'s.`)];
  const { "solana-core": version } = Version.parse(await ask("getVersion", []));
  const slot = Slot.parse(await ask("getSlot", [{ commitment: "finalized" }]));
  return [
    fine(`${name}: ${settings.NETWORK}'s genesis, version ${version}`),
    await ageFinding(name, ask, slot),
    ...(await historyFindings(name, ask, slot, usdc)),
  ];
}

async function lagFindings(first: RpcClient, second: RpcClient): Promise<Finding[]> {
  const [one = 0, other = 0] = await Promise.all(
    [first, second].map(async (ask) => Slot.parse(await ask("getSlot", [CONFIRMED]))),
  );
  const lag = Math.abs(one - other);
  return [
    lag > MAX_LAG_SLOTS
      ? failure(`the two nodes of Solana are ${lag} slots apart, more than ${MAX_LAG_SLOTS}: one lags.`)
      : fine(`the two nodes of Solana are ${lag} slots apart`),
  ];
}

/** Returns what is wrong with the nodes of Solana. The sandbox's chain is younger than two days. */
export async function solanaNodeFindings(settings: Env): Promise<Finding[]> {
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
      ? await lagFindings(first.ask, second.ask).catch(unanswered(second.name))
      : first
        ? [
            warning(
              "SOLANA_RPC_SECOND_URL is missing: one node alone can prove no lie of a facilitator on Solana.",
            ),
          ]
        : [];
  const findings = [...each.flat(), ...both];
  return settings.LOCAL_WORLD === true ? softened(findings) : findings;
}
