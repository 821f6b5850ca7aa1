import {
  startFacilitator,
  type Facilitator,
  type FacilitatorOptions,
} from "@/sandbox/facilitator/facilitator";
import { identityOf } from "@/sandbox/facilitator/identity";
import { startUpstream, type Upstream, type UpstreamOptions } from "@/sandbox/upstream/server";
import type { World } from "@/sandbox/world";
import { newPrefix, startInstance } from "./service";

type FacilitatorCall = Parameters<NonNullable<FacilitatorOptions["onCall"]>>[0];

/** An instance of the service whose providers and facilitators a test can break. */
export interface FaultyWorld {
  origin: string;
  pid: number;
  /** Its settings, to start another instance of the same world. */
  env: Record<string, string>;
  upstream: Upstream;
  primary: Facilitator;
  fallback: Facilitator;
  /** What the facilitators were asked, in order. */
  calls: FacilitatorCall[];
  stop(): Promise<void>;
}

/** Short limits, so that an outage takes a test no longer than it must, and no cache, so that each call asks anew. */
const IMPATIENT = {
  UPSTREAM_TIMEOUT_MS: "1500",
  UPSTREAM_BREAKER_MS: "0",
  SOURCE_WINDOW_SCALE: "0",
  FACILITATOR_VERIFY_TIMEOUT_MS: "1500",
  FACILITATOR_SETTLE_TIMEOUT_MS: "2500",
  FACILITATOR_SUPPORTED_TIMEOUT_MS: "500",
  FACILITATOR_SUPPORTED_REFRESH_MS: "0",
  FACILITATOR_BREAKER_MS: "0",
};

const facilitator = (
  { evm, solana }: World,
  name: string,
  calls: FacilitatorCall[],
): Promise<Facilitator> => {
  const { evmKey, solanaSeed } = identityOf(name);
  return startFacilitator({
    onCall: (call) => calls.push(call),
    port: 0,
    name,
    evm: { rpcUrl: evm.rpcUrl, key: evmKey },
    solana: { rpcUrl: solana.rpcUrl, seed: solanaSeed },
  });
};

/** `name` keeps its keys, its log and its part of the store apart from everybody else's. */
export async function startFaultyWorld(
  world: World,
  name: string,
  options: { env?: Record<string, string>; upstream?: Omit<UpstreamOptions, "port"> } = {},
): Promise<FaultyWorld> {
  const calls: FacilitatorCall[] = [];
  const [upstream, primary, fallback] = await Promise.all([
    startUpstream({ port: 0, protocolRows: 300, ...options.upstream }),
    facilitator(world, `${name}-primary`, calls),
    facilitator(world, `${name}-fallback`, calls),
  ]);
  const env = {
    ...IMPATIENT,
    STORE_PREFIX: newPrefix(name),
    UPSTREAM_ORIGIN: upstream.url,
    FACILITATOR_PRIMARY_URL: primary.url,
    FACILITATOR_PRIMARY_FEE_PAYERS: primary.feePayer,
    FACILITATOR_FALLBACK_URL: fallback.url,
    FACILITATOR_FALLBACK_FEE_PAYERS: fallback.feePayer,
    ...options.env,
  };
  const instance = await startInstance(world, name, env);
  return {
    origin: instance.origin,
    pid: instance.pid,
    env,
    upstream,
    primary,
    fallback,
    calls,
    async stop() {
      await instance.stop();
      await Promise.all([upstream.close(), primary.close(), fallback.close()]);
    },
  };
}
