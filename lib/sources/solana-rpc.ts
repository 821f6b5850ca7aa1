import * as z from "zod";
import { acceptRows, textAnswer } from "./fetcher/answer";
import { type HeldToken, heldToken, isSingular, kept, rawAmount } from "./holdings";
import { rpcBody, rpcResult } from "./json-rpc";
import type { Reduced, Source } from "./source";

/**
 * Solana's public node: balances as the chain has them, without names and prices. A wallet's tokens lie in accounts of
 * two programs, and there may be several accounts of one mint. `rentEpoch` exceeds what a double holds; amounts are
 * strings. It refuses what it finds too expensive with 429, or with an error under HTTP 200.
 */
export const TOKEN_PROGRAMS = {
  tokens: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "tokens-2022": "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
} as const;

const balanceResult = z.object({ value: rawAmount });
const account = z.object({
  account: z.object({
    data: z.object({
      parsed: z.object({
        info: z.object({
          mint: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
          tokenAmount: z.object({ amount: rawAmount, decimals: z.int().min(0).max(255) }),
        }),
      }),
    }),
  }),
});
const accountsResult = z.object({ value: z.array(z.unknown()) });

/** Lamports, in digits. */
export const reduceBalance = (text: string): Reduced<string> => ({
  value: rpcResult(balanceResult, text).value,
  asOf: null,
});

const tokenBalances = z.object({ tokens: z.array(heldToken), held: z.int().min(0) });
export type TokenBalances = z.infer<typeof tokenBalances>;

/** Balances by mint, those of several accounts added up; empty accounts and single things are left out. */
export function reduceAccounts(text: string): Reduced<TokenBalances> {
  const byMint = new Map<string, { amount: bigint; decimals: number }>();
  for (const row of acceptRows(account, rpcResult(accountsResult, text).value)) {
    const { mint, tokenAmount } = row.account.data.parsed.info;
    const sum = (byMint.get(mint)?.amount ?? 0n) + BigInt(tokenAmount.amount);
    byMint.set(mint, { amount: sum, decimals: tokenAmount.decimals });
  }
  const found = [...byMint].map(([id, { amount, decimals }]): HeldToken => ({
    id,
    symbol: null,
    raw: String(amount),
    decimals,
    priceUsd: null,
  }));
  const tokens = found.filter((token) => token.raw !== "0" && !isSingular(token));
  return { value: { tokens: kept(tokens), held: tokens.length }, asOf: null };
}

const common = {
  version: 1,
  provider: "Solana RPC",
  freshMs: 60_000,
  staleMs: 10 * 60_000,
  bucket: { name: "solana-rpc", perMinute: 120 },
};
const post = (method: string, params: unknown) => () => ({
  host: "api.mainnet-beta.solana.com",
  path: "/",
  body: rpcBody(method, params),
});

/** SOL of a wallet, in lamports. `owner` is an address that was checked before. */
export const solanaBalance = (owner: string): Source<string> => ({
  ...common,
  id: `solana.balance:${owner}`,
  address: post("getBalance", [owner]),
  answer: textAnswer(reduceBalance),
  kept: z.string().regex(/^\d{1,78}$/),
  maxBytes: 10_000,
});

/** A wallet's tokens of one of the two programs. */
export const solanaTokens = (owner: string, program: keyof typeof TOKEN_PROGRAMS): Source<TokenBalances> => ({
  ...common,
  id: `solana.${program}:${owner}`,
  address: post("getTokenAccountsByOwner", [
    owner,
    { programId: TOKEN_PROGRAMS[program] },
    { encoding: "jsonParsed" },
  ]),
  answer: textAnswer(reduceAccounts),
  kept: tokenBalances,
  maxBytes: 8_000_000,
});
