import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";
import { fundSolana } from "@/sandbox/faucets";
import type { World } from "@/sandbox/world";
import { LIMITS_MS, PACE } from "./fault";
import { startFleet, type Fleet } from "./fleet";
import { openLine, type Line } from "./line";
import { sharedPlace, type Place } from "./place";
import { startStore, type Store } from "./store";

/** A fifth of the service's own time budgets. */
export const SCALE = 0.2 * PACE;
/** How long a claim holds: the route's 20 s by that scale, and no grace. */
export const LEASE_MS = 20_000 * SCALE;
/** When the scheduled close takes a payment for abandoned. */
export const ABANDONED_MS = LEASE_MS + 300;

/** Short limits; no breaker and no refresh, which would carry one row's faults into the next. */
const IMPATIENT = {
  CALL_BUDGET_SCALE: String(SCALE),
  STORE_TIMEOUT_MS: String(LIMITS_MS.store),
  FACILITATOR_VERIFY_TIMEOUT_MS: String(LIMITS_MS.verify),
  FACILITATOR_SETTLE_TIMEOUT_MS: String(LIMITS_MS.settle),
  FACILITATOR_BREAKER_MS: "0",
  FACILITATOR_SUPPORTED_REFRESH_MS: "86400000",
  LEDGER_CLAIM_GRACE_MS: "0",
  LEDGER_WAIT_MS: "250",
  LEDGER_ABANDONED_AFTER_MS: String(ABANDONED_MS),
  SOURCE_WINDOW_SCALE: "1000",
};

/** A service of its own, for one row at a time: instances, store, seller, and a proxy on each of its wires. */
export interface Slot {
  /** The sandbox as this slot sees it: its own seller, and the chains that it is at. */
  world(): World;
  /** What its service calls itself. */
  publicOrigin: string;
  fleet: Fleet;
  line: Line;
  store: Store;
  /** Pays on these chains from now on. */
  enter(place: Place): Promise<void>;
  /** Pays on the shared chains again. */
  leave(): void;
  /** Called when the service's process is made to stand still. */
  onPause(listener: () => void): void;
  /** The store loses everything. */
  wipe(): Promise<void>;
  close(): Promise<void>;
}

/** `upstream` answers for every data provider. */
export async function openSlot(sandbox: World, name: string, upstream: string): Promise<Slot> {
  const shared = sharedPlace(sandbox);
  const publicOrigin = `https://${name}.faults.test`;
  const prefix = `faults-${name}`;
  const store = await startStore(prefix);
  const sellers = { evm: newEvmWallet().address, solana: (await newSolanaWallet()).address };
  await fundSolana(shared.solanaRpc, sellers.solana, 0n); // a client never makes the seller's token account
  let place: Place = shared;
  let paused = (): void => undefined;

  const line: Line = await openLine(
    {
      ledger: store.url(),
      cache: store.url(),
      primary: shared.primary,
      fallback: shared.fallback,
      base: shared.evmRpc,
      solana: shared.solanaRpc,
    },
    (instance) => fleet.hasServed(instance),
    {
      kill: (instance) => fleet.kill(instance),
      pause: (instance) => {
        fleet.pause(instance);
        paused();
      },
    },
  );
  const fleet: Fleet = startFleet(sandbox, name, (instance) => ({
    ...IMPATIENT,
    PUBLIC_ORIGIN: publicOrigin,
    STORE_PREFIX: prefix,
    UPSTREAM_ORIGIN: upstream,
    EVM_PAY_TO: sellers.evm,
    SOLANA_PAY_TO: sellers.solana,
    EVM_RPC_URL: line.urlFor("base", instance),
    SOLANA_RPC_URL: line.urlFor("solana", instance),
    FACILITATOR_PRIMARY_URL: line.urlFor("primary", instance),
    FACILITATOR_FALLBACK_URL: line.urlFor("fallback", instance),
    LEDGER_REDIS_REST_URL: line.urlFor("ledger", instance),
    LEDGER_REDIS_REST_TOKEN: store.token,
    UPSTASH_REDIS_REST_URL: line.urlFor("cache", instance),
    UPSTASH_REDIS_REST_TOKEN: store.token,
  }));

  const goTo = (next: Place): void => {
    place = next;
    line.aim("base", next.evmRpc);
    line.aim("solana", next.solanaRpc);
    line.aim("primary", next.primary);
    line.aim("fallback", next.fallback);
  };

  return {
    world: () => ({
      ...sandbox,
      evm: { ...sandbox.evm, rpcUrl: place.evmRpc, payTo: sellers.evm },
      solana: { ...sandbox.solana, rpcUrl: place.solanaRpc, payTo: sellers.solana },
    }),
    publicOrigin,
    fleet,
    line,
    store,
    async enter(next) {
      await fundSolana(next.solanaRpc, sellers.solana, 0n);
      goTo(next);
    },
    leave: () => goTo(shared),
    onPause: (listener) => void (paused = listener),
    async wipe() {
      await store.restartEmpty();
      line.aim("ledger", store.url());
      line.aim("cache", store.url());
    },
    async close() {
      await fleet.close();
      await line.close();
      await store.close();
    },
  };
}
