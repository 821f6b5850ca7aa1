import * as z from "zod";
import { priceOf } from "@/lib/catalog/define";
import { toUsd } from "@/lib/catalog/money";
import { tvlDocumentation } from "@/lib/desks/tvl/documentation";
import { compactExample, compactSchema } from "@/lib/payments/challenge/compact";
import { readOptions } from "@/sandbox/options";
import { raiseSandbox, type Sandbox } from "@/sandbox/sandbox";
import type { World } from "@/sandbox/world";
import type { BenchOptions } from "./options";
import { APPS, type Servers } from "./servers";

/** Where the rows are measured: the local world, with everything built and nothing yet started. */
export interface Stage {
  options: BenchOptions;
  world: World;
  servers: Servers;
  /** Settings of an instance of the product, with keys of its own in Redis. */
  productEnv(name: string): Record<string, string>;
  /** Settings of the peers: the product's price and wallets, and the sandbox's first facilitator. */
  peerEnv: Record<string, string>;
  stop(): Promise<void>;
}

/** The route that is measured. */
export const ENTRY = tvlDocumentation;
/** Its price in USDC base units. */
export const PRICE = BigInt(priceOf(ENTRY));

/** No caller is refused: what is measured is counting, not refusing. */
const NO_REFUSAL = "1000000000";

const productEnv = (world: World, name: string): Record<string, string> => ({
  ...world.serviceEnv,
  RATE_LIMIT_PER_MINUTE: NO_REFUSAL,
  STORE_PREFIX: `bench-${name}`,
  TOKEN_LAUNCHED: "false", // as long as nothing of it is measured
});

function peerOffer({ facilitators, evm, solana }: World): string {
  const sample = compactExample(ENTRY.sample.output);
  return JSON.stringify({
    facilitatorUrl: facilitators[0]?.url,
    price: `$${toUsd(priceOf(ENTRY))}`,
    description: ENTRY.summary,
    accepts: [
      { network: `eip155:${evm.chainId}`, payTo: evm.payTo },
      { network: solana.network, payTo: solana.payTo },
    ],
    bazaar: {
      input: ENTRY.sample.input,
      inputSchema: compactSchema(z.toJSONSchema(ENTRY.input, { io: "input" })),
      output: { example: sample, schema: compactSchema(z.toJSONSchema(ENTRY.output, { io: "output" })) },
    },
  });
}

/** Raises the sandbox, installs the peers if need be, and builds what is measured. Ends all of it when a part fails. */
export async function raiseStage(options: BenchOptions, servers: Servers): Promise<Stage> {
  const sandbox: Sandbox = await raiseSandbox({
    ...readOptions(["--token", ...(options.skipBuild ? ["--skip-build"] : [])]),
    checkAnswers: false, // as in production
  });
  const { world } = sandbox;
  const stop = async (): Promise<void> => {
    await servers.stopAll();
    await sandbox.stop();
  };
  try {
    const peerEnv = { PEER_OFFER: peerOffer(world) };
    console.log("Installing the peers, unless they are there…");
    await servers.installPeers();
    if (!options.skipBuild) {
      console.log("Building the floor and the peers…");
      await servers.build("floor", APPS.floor, productEnv(world, "floor"));
      await servers.build("peer-next", APPS.peerNext, peerEnv);
      await servers.build("peer-proxy", APPS.peerProxy, peerEnv);
    }
    return { options, world, servers, productEnv: (name) => productEnv(world, name), peerEnv, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
