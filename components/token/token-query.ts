import { looksLikeWalletOn } from "@/components/lounge/wallet-text";
import { withQuery } from "@/components/reading/with-query";

export const TOKEN = "/token";

/** What the page's address asks for. */
export interface TokenQuery {
  /** As it was entered, and only where it may be a wallet of Solana. */
  named: string;
  wallet: string | null;
  /** A UTC day; null for today. */
  day: string | null;
  /** How many of the day's newest burns are left out. */
  from: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PLACE = /^[1-9]\d{0,5}$/;

/** Reads a page's query; what can't be meant is left out. */
export function readTokenQuery(params: { get(name: string): string | null } | null): TokenQuery {
  const [named = "", day = "", from = ""] = ["wallet", "day", "from"].map(
    (name) => params?.get(name)?.trim() ?? "",
  );
  return {
    named,
    wallet: looksLikeWalletOn("sol", named) ? named : null,
    day: DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : null,
    from: PLACE.test(from) ? Number(from) : 0,
  };
}

/** The page's own address with another place in the record. */
export const tokenAddress = (
  { wallet }: TokenQuery,
  { day, from }: Pick<TokenQuery, "day" | "from">,
): string => `${withQuery(TOKEN, { wallet, day, from: from === 0 ? null : String(from) })}#burns`;
