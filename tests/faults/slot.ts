import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";
import { fundSolana, fundToken } from "@/sandbox/faucets";
import { newSandboxToken, type SandboxToken, tokenSettings } from "@/sandbox/own-token";
import type { World } from "@/sandbox/world";
import { startFleet, type Fleet } from "./fleet";
import { sharedNetwork, type Network } from "./network";
import { startStore, type Store } from "./store";
import { openProxies, type Proxies } from "./proxies";

/** How long a claim or a lease holds by the store's clock: the route's budget and the grace, and a second more. A sale that was not confirmed is looked for within it. */
export const LEASE_MS = 20_000 + 10_000 + 1_000;
/** When the scheduled call takes a payment for abandoned, and a second more. */
export const ABANDONED_MS = 120_000 + 1_000;

/**
 * All time limits of the service are production's, so that a busy machine trips none: faults don't wait for them by the
 * clock, and leases run out by the store's. There is no breaker, and no refresh of what is known of providers and
 * facilitators, which would carry one case's faults into the next.
 */
const SETTINGS = {
  FACILITATOR_BREAKER_MS: "0",
  FACILITATOR_SUPPORTED_REFRESH_MS: "86400000",
  LEDGER_WAIT_MS: "250",
  LEDGER_CREDIT_WAIT_MS: "0", // its two minutes are the simulator's
  SOURCE_WINDOW_SCALE: "1000",
};

/** A service of its own, for one case at a time: instances, store, seller, and a proxy on each of its wires. */
export interface Slot {
  /** The sandbox as this slot sees it: its own seller, and the chains that it is at. */
  world(): World;
  /** The own token, where its service has launched it. */
  token: SandboxToken | null;
  /** What its service calls itself. */
  publicOrigin: string;
  fleet: Fleet;
  proxies: Proxies;
  store: Store;
  /** Pays on these chains from now on. */
  enter(network: Network): Promise<void>;
  /** Pays on the shared chains again. */
  leave(): void;
  /** Called when an instance is killed or made to stand still. */
  onLoss(listener: (how: "killed" | "paused") => void): void;
  /** The store loses everything. */
  wipe(): Promise<void>;
  close(): Promise<void>;
}

/** Offers rest on a price of any age: no case waits for another to be read. */
const ANY_AGE = { TOKEN_PRICE_MAX_AGE_SEC: "86400" };

/** `upstream` answers for every data provider. `launched`: its service sells for the own token, too. `watched`: it has second nodes. */
export async function openSlot(
  sandbox: World,
  name: string,
  upstream: string,
  launched: boolean,
  watched: boolean,
): Promise<Slot> {
  const shared = sharedNetwork(sandbox);
  const publicOrigin = `https://${name}.faults.test`;
  const prefix = `faults-${name}`;
  const store = await startStore(prefix);
  const sellers = { evm: newEvmWallet().address, solana: (await newSolanaWallet()).address };
  const token = launched ? await newSandboxToken() : null;
  /** A client never makes the seller's token accounts. */
  const openAccounts = async ({ solanaRpc }: Network): Promise<void> => {
    await fundSolana(solanaRpc, sellers.solana, 0n);
    if (token !== null) await fundToken(solanaRpc, token.mint, token.treasury, 0n);
  };
  await openAccounts(shared);
  // Once: another instance must know the quotes of the one before it.
  const settings = token === null ? {} : tokenSettings(token);
  let network: Network = shared;
  let notifyLoss: (how: "killed" | "paused") => void = () => undefined;

  const proxies: Proxies = await openProxies({
    upstreams: {
      ledger: store.url(),
      cache: store.url(),
      primary: shared.primary,
      fallback: shared.fallback,
      base: shared.evmRpc,
      solana: shared.solanaRpc,
      "second-base": shared.evmRpc,
      "second-solana": shared.solanaRpc,
    },
    limiterPrefix: `${prefix}:limit`,
    counts: (instance) => fleet.hasServed(instance),
    control: {
      kill(instance) {
        fleet.kill(instance);
        notifyLoss("killed");
      },
      pause(instance) {
        fleet.pause(instance);
        notifyLoss("paused");
      },
    },
  });
  const fleet: Fleet = startFleet(sandbox, name, (instance) => ({
    ...SETTINGS,
    PUBLIC_ORIGIN: publicOrigin,
    STORE_PREFIX: prefix,
    UPSTREAM_ORIGIN: upstream,
    EVM_PAY_TO: sellers.evm,
    SOLANA_PAY_TO: sellers.solana,
    EVM_RPC_URL: proxies.urlFor("base", instance),
    SOLANA_RPC_URL: proxies.urlFor("solana", instance),
    ...(watched && {
      EVM_RPC_SECOND_URL: proxies.urlFor("second-base", instance),
      SOLANA_RPC_SECOND_URL: proxies.urlFor("second-solana", instance),
    }),
    FACILITATOR_PRIMARY_URL: proxies.urlFor("primary", instance),
    FACILITATOR_FALLBACK_URL: proxies.urlFor("fallback", instance),
    LEDGER_REDIS_REST_URL: proxies.urlFor("ledger", instance),
    LEDGER_REDIS_REST_TOKEN: store.token,
    UPSTASH_REDIS_REST_URL: proxies.urlFor("cache", instance),
    UPSTASH_REDIS_REST_TOKEN: store.token,
    ...(token !== null && { ...settings, ...ANY_AGE }),
  }));

  const goTo = (next: Network): void => {
    network = next;
    proxies.aim("base", next.evmRpc);
    proxies.aim("solana", next.solanaRpc);
    proxies.aim("second-base", next.evmRpc);
    proxies.aim("second-solana", next.solanaRpc);
    proxies.aim("primary", next.primary);
    proxies.aim("fallback", next.fallback);
  };

  return {
    world: () => ({
      ...sandbox,
      evm: { ...sandbox.evm, rpcUrl: network.evmRpc, payTo: sellers.evm },
      solana: { ...sandbox.solana, rpcUrl: network.solanaRpc, payTo: sellers.solana },
      ...(token !== null && { token }),
    }),
    token,
    publicOrigin,
    fleet,
    proxies,
    store,
    async enter(next) {
      await openAccounts(next);
      goTo(next);
    },
    leave: () => goTo(shared),
    onLoss: (listener) => void (notifyLoss = listener),
    async wipe() {
      await store.restartEmpty();
      proxies.aim("ledger", store.url());
      proxies.aim("cache", store.url());
    },
    async close() {
      await fleet.close();
      await proxies.close();
      await store.close();
    },
  };
}
