import * as z from "zod";
import { ANY_VERSION } from "@/lib/chains/transaction-versions";
import { ownToken } from "@/lib/payments/token/own-token";
import { commitment, readParams, type RpcMethod, transactionForm } from "../method";
import { RpcRefusal } from "../refusal";

const Config = z.strictObject({
  encoding: z.literal("base64"),
  commitment: commitment.exclude(["processed"]),
  // Balances are told apart from the message: any version that the node has a name for.
  maxSupportedTransactionVersion: z.int().min(0).max(ANY_VERSION),
});
const Params = z.tuple([transactionForm, Config]);

const Balance = z.object({
  accountIndex: z.int(),
  mint: z.string(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/) }),
});
const Found = z
  .object({
    slot: z.int(),
    blockTime: z.int().nullish(),
    meta: z.object({
      err: z.unknown(),
      preTokenBalances: z.array(Balance).nullish(),
      postTokenBalances: z.array(Balance).nullish(),
    }),
  })
  .nullable();

const notTheTokens = (): RpcRefusal =>
  new RpcRefusal(
    "not_allowed",
    "Transactions that can be read here are those that moved the service's own token.",
  );

/**
 * What a transaction did to balances of the own token, and nothing else of it: by that a reader computes the record of
 * burns again. Null where the chain knows no such transaction. Before the launch nothing is asked.
 */
export const getTransaction: RpcMethod = async (params, ask) => {
  const [signature, config] = readParams(Params, params);
  const mint = ownToken()?.mint;
  if (mint === undefined) throw notTheTokens();
  const found = Found.parse(await ask("getTransaction", [signature, config]));
  if (found === null) return null;
  const { slot, blockTime = null, meta } = found;
  const own = (balances: z.output<typeof Balance>[] | null | undefined) =>
    (balances ?? []).filter((balance) => balance.mint === mint);
  const [before, after] = [own(meta.preTokenBalances), own(meta.postTokenBalances)];
  if (before.length + after.length === 0) throw notTheTokens();
  return {
    slot,
    blockTime,
    meta: { err: meta.err ?? null, preTokenBalances: before, postTokenBalances: after },
  };
};
