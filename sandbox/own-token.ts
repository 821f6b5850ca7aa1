import { randomBytes } from "node:crypto";
import { newSolanaWallet } from "./accounts";
import { advanceChain, fundSolanaFees, fundToken } from "./faucets";
import { randomness } from "./upstream/market/random";
import { establishedToken } from "./upstream/market/tokens";

/** The seed of the market that `upstream` simulates unless it is told another. */
const SEED = 1;
const DECIMALS = 9;
const ONE = 10n ** BigInt(DECIMALS);
/** What a payer of the sandbox's is given of it. */
export const PAYER_TOKENS = 1_000_000n * ONE;
const LAMPORTS = 1_000_000_000n;

/** The service's own token in the sandbox: one that the simulated providers know, so that it has a price. */
export interface SandboxToken {
  mint: string;
  decimals: number;
  /** Wallet that receives what is not burned. */
  treasury: string;
  pool: string;
}

export async function newSandboxToken(): Promise<SandboxToken> {
  const { address: mint, pool } = establishedToken(randomness(SEED), "solana", "plain");
  const { address: treasury } = await newSolanaWallet();
  return { mint, pool, treasury, decimals: DECIMALS };
}

/** What counts of a holder's tokens is what was there at midnight: the chain begins a day ago, and comes to today once they are. */
const BEHIND_MS = 86_400_000;

/** What the chain is started with. The mint is there in any case, so that other instances may be launched beside the service. */
export const tokenFlags = ({ mint, decimals }: SandboxToken, launched: boolean): string[] => [
  ...(launched ? ["--behind-ms", String(BEHIND_MS)] : []),
  ...["--token", mint],
  ...["--token-decimals", String(decimals)],
];

/** Gives the treasury its account, and a payer tokens and SOL for fees. */
export async function fundTokenWallets(rpcUrl: string, token: SandboxToken, payer: string): Promise<void> {
  await fundToken(rpcUrl, token.mint, token.treasury, 0n);
  await fundToken(rpcUrl, token.mint, payer, PAYER_TOKENS);
  await fundSolanaFees(rpcUrl, payer, LAMPORTS);
}

/** Brings the chain to today. Whoever was given tokens before has held them since yesterday. */
export const comeToToday = (rpcUrl: string): Promise<void> => advanceChain(rpcUrl, BEHIND_MS);

/** The settings by which the token is launched. Simulated prices move more within an hour than real ones may. */
export const tokenSettings = ({ mint, decimals, treasury, pool }: SandboxToken): Record<string, string> => ({
  TOKEN_LAUNCHED: "true",
  TOKEN_MINT: mint,
  TOKEN_DECIMALS: String(decimals),
  TOKEN_TREASURY: treasury,
  TOKEN_POOL: pool,
  TOKEN_QUOTE_SECRET: randomBytes(32).toString("hex"),
  TOKEN_MERCHANTS: "svc:live,partner:soon",
  TOKEN_PRICE_MAX_SPREAD_PCT: "50",
  TOKEN_MIN_LIQUIDITY_USD: "1",
  TOKEN_DELUXE_FROM: "1000",
  TOKEN_EXECUTIVE_FROM: "10000",
  TOKEN_PRESIDENT_FROM: "100000",
});
