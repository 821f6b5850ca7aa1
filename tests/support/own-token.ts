import { address, generateKeyPairSigner, type Address, type KeyPairSigner } from "@solana/kit";
import { startSolanaChain, type SolanaChain } from "@/sandbox/chains/solana/chain";
import type { NewMint } from "@/sandbox/chains/solana/faucet";
import { TOKEN_PROGRAM } from "@/sandbox/chains/solana/network";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken } from "@/sandbox/upstream/market/tokens";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { startRedisStore, type RedisStore } from "../fixtures/redis-store";

export const ORIGIN = "https://svc.example.com";

/** Whole tokens from which each tier is had, in these tests. */
export const TIERS = { deluxe: 1_000, executive: 10_000, president: 100_000 } as const;
export const DECIMALS = 9;

/** The market that the simulated providers tell of: another seed is another one. */
const SEED = 7;

export interface TokenWorld {
  chain: SolanaChain;
  upstream: Upstream;
  store: RedisStore;
  mint: Address;
  program: Address;
  treasury: KeyPairSigner;
  /** What the service is told of the token, launched. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/**
 * A local chain with the own token on it, whose treasury has its account, a store, and providers that know its price. The
 * chain may be so far behind the time: what is done there is in the past, until `chain.advance`.
 */
export async function startTokenWorld(made: Partial<NewMint> = {}, behindMs = 0): Promise<TokenWorld> {
  const simulated = establishedToken(randomness(SEED), "solana", "plain");
  const mint = address(simulated.address);
  const [chain, upstream, store, treasury] = await Promise.all([
    startSolanaChain({ port: 0, finalizeMs: 0, now: () => Date.now() - behindMs }),
    startUpstream({ port: 0, seed: SEED }),
    startRedisStore(),
    generateKeyPairSigner(),
  ]);
  const token: NewMint = { mint, program: TOKEN_PROGRAM, decimals: DECIMALS, ...made };
  chain.createToken(token);
  await chain.mintToken(mint, treasury.address, 0n);
  // The simulated market is made when it is first asked, which takes longer than a reader waits.
  await fetch(
    `${upstream.url}/api.geckoterminal.com/api/v2/networks/solana/pools/${simulated.pool}/ohlcv/minute`,
  );
  await fetch(`${upstream.url}/api.dexscreener.com/token-pairs/v1/solana/${mint}`);
  for (const path of ["v2/chains", "protocols"]) await fetch(`${upstream.url}/api.llama.fi/${path}`);
  const settings = {
    LOCAL_WORLD: "true",
    TOKEN_LAUNCHED: "true",
    TOKEN_MINT: mint,
    TOKEN_PROGRAM: token.program === TOKEN_PROGRAM ? "spl-token" : "token-2022",
    TOKEN_DECIMALS: String(token.decimals),
    TOKEN_TREASURY: treasury.address,
    TOKEN_POOL: simulated.pool,
    TOKEN_QUOTE_SECRET: "a secret of quotes with thirty-two characters",
    TOKEN_MERCHANTS: "svc:live,partner:soon",
    TOKEN_DELUXE_FROM: String(TIERS.deluxe),
    TOKEN_EXECUTIVE_FROM: String(TIERS.executive),
    TOKEN_PRESIDENT_FROM: String(TIERS.president),
    TOKEN_PRICE_MAX_SPREAD_PCT: "50", // simulated prices move more within an hour than real ones may
    TOKEN_MIN_LIQUIDITY_USD: "1",
    SOLANA_RPC_URL: chain.rpcUrl,
    PUBLIC_ORIGIN: ORIGIN,
    UPSTREAM_ORIGIN: upstream.url,
    UPSTASH_REDIS_REST_URL: store.rest.url,
    UPSTASH_REDIS_REST_TOKEN: "test-token",
  };
  const close = async (): Promise<void> =>
    void (await Promise.all([chain.close(), upstream.close(), store.close()]));
  return { chain, upstream, store, mint, program: token.program, treasury, settings, close };
}
