import { type Env, env } from "@/lib/env";
import { TOKEN_PROGRAM } from "@/lib/chains/solana-programs";

/** Token-2022, the other token program of Solana. */
export const TOKEN_2022_PROGRAM = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

/** Who sells for the token; only a live one gets offers. */
export interface TokenMerchant {
  id: string;
  status: "live" | "soon";
}

/** The service's own token, once it is launched. */
export interface OwnToken {
  mint: string;
  /** The address of the program that the mint belongs to. */
  program: string;
  symbol: string;
  decimals: number;
  /** The wallet that receives what is not burned. */
  treasury: string;
  /** Secrets that bind quotes: that of new ones first, then those that were used before. */
  secrets: readonly string[];
  merchants: readonly TokenMerchant[];
  /** The pool whose trades its price is averaged over. */
  pool: string;
}

const merchantOf = (row: string): TokenMerchant => {
  const [id = "", status] = row.split(":");
  return { id, status: status === "live" ? "live" : "soon" };
};

function readToken(settings: Env): OwnToken | null {
  const { TOKEN_MINT: mint, TOKEN_TREASURY: treasury, TOKEN_POOL: pool, ...rest } = settings;
  if (mint === undefined || treasury === undefined || pool === undefined) return null;
  return {
    ...{ mint, treasury, pool },
    program: rest.TOKEN_PROGRAM === "token-2022" ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM,
    symbol: rest.TOKEN_SYMBOL,
    decimals: rest.TOKEN_DECIMALS,
    secrets: rest.TOKEN_QUOTE_SECRET,
    merchants: rest.TOKEN_MERCHANTS.map(merchantOf),
  };
}

let read: { settings: Env; token: OwnToken | null } | undefined;

/**
 * The token whose settings are there, launched or not: what was sold for it, while its launch was switched on, is read, served
 * and recorded after that was switched off. Null without settings.
 */
export function knownToken(): OwnToken | null {
  const settings = env();
  if (read?.settings !== settings) read = { settings, token: readToken(settings) };
  return read.token;
}

/** Null before the launch: then nothing new can be paid in the token, and nobody holds any. */
export const ownToken = (): OwnToken | null => (env().TOKEN_LAUNCHED === true ? knownToken() : null);

/** The merchant whose offer a 402 carries. */
export const liveMerchant = ({ merchants }: OwnToken): TokenMerchant | null =>
  merchants.find(({ status }) => status === "live") ?? null;
