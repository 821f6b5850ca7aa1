import { tokenAccountOf } from "@/lib/chains/associated-account";
import type { Randomness } from "@/sandbox/upstream/market/random";
import type { SolanaChain } from "./chains/solana";
import { solanaKey } from "./chains/solana-transfer";

/** The route by which the service reads its token's price anew, and asks itself to (lib/payments/token/keep-fresh.ts). */
export const MARKET_PATH = "/api/token-pay";

export const DECIMALS = 6;
/** As many purchases as of USDC, at any price of the token. */
export const FUNDS = 2_000_000_000n;

/** A tenth of a cent, in the till's units of a price. */
const PRICE = 10n ** 15n;
const MOVES_EVERY_MS = 60_000;
const MOVES_BY_PCT = 6;

/** The service's own token in simulated worlds, and who is paid in it. */
export interface SimulatedToken {
  mint: string;
  treasury: string;
  treasuryAccount: string;
  /** The payers' accounts of it, in the order of their wallets. */
  accounts: readonly string[];
}

/** `seed` makes a key's 32 bytes of a name. */
export async function simulatedToken(
  seed: (name: string) => Buffer,
  owners: readonly string[],
): Promise<SimulatedToken> {
  const mint = solanaKey(seed("simulated token")).address;
  const treasury = solanaKey(seed("simulated treasury")).address;
  const [treasuryAccount, ...accounts] = await Promise.all(
    [treasury, ...owners].map((owner) => tokenAccountOf(owner, mint)),
  );
  return { mint, treasury, treasuryAccount: treasuryAccount ?? "", accounts };
}

/** What an instance is told of it, launched. */
export const tokenSettings = ({ mint, treasury }: SimulatedToken): Record<string, string> => ({
  TOKEN_LAUNCHED: "true",
  TOKEN_MINT: mint,
  TOKEN_DECIMALS: String(DECIMALS),
  TOKEN_TREASURY: treasury,
  TOKEN_POOL: treasury,
  TOKEN_QUOTE_SECRET: "simulated-secret-of-quotes-simulated-secret",
  TOKEN_MERCHANTS: "svc:live",
  TOKEN_DELUXE_FROM: "1000",
  TOKEN_EXECUTIVE_FROM: "10000",
  TOKEN_PRESIDENT_FROM: "100000",
});

/** Puts it on the chain: the treasury's account is there, and the payers have some. */
export function launch(
  chain: SolanaChain,
  { mint, treasury, treasuryAccount, accounts }: SimulatedToken,
  owners: readonly string[],
): void {
  chain.createMint(mint, DECIMALS);
  chain.open(treasuryAccount, mint, treasury);
  for (const [index, account] of accounts.entries()) {
    chain.open(account, mint, owners[index] ?? "");
    chain.mint(account, FUNDS);
  }
}

/** What providers would say of its price now: up to so many percent off, another every minute. */
export function priceAt(random: Randomness, now: number): bigint {
  const off = random.integer(-MOVES_BY_PCT, MOVES_BY_PCT, "token price", Math.floor(now / MOVES_EVERY_MS));
  return (PRICE * BigInt(100 + off)) / 100n;
}
