import * as z from "zod";
import { env } from "@/lib/env";
import { describe } from "@/lib/http/log";
import { rpcClient, type RpcClient } from "@/lib/chains/json-rpc";
import { lookInTurn, solanaNodes } from "@/lib/chains/nodes";
import { SolanaEvidence } from "@/lib/chains/solana-evidence";
import { lookupSolana } from "@/lib/chains/solana-lookup";
import { hasRunOut } from "@/lib/chains/solana-run-out";
import { simulateSolana } from "@/lib/chains/solana-simulation";
import { readTokenAccount } from "@/lib/chains/token-account";
import { type ChainAccount, objectionToMint } from "@/lib/chains/token-mint";
import { solanaFunds } from "@/lib/payments/funds/solana-funds";
import type { Reason } from "@/lib/payments/outcome/reasons";
import { amountsOf } from "@/lib/payments/token/amounts";
import { knownMarket, marketLimits, offerable } from "@/lib/payments/token/market";
import { ownToken } from "@/lib/payments/token/own-token";
import { now, timeoutSignal } from "@/lib/time";
import type { Rail, Verification } from "../rail";
import { NO_NODE, settleByNode } from "../settle-by-node";
import type { TokenPayment } from "./token-payment";

const Account = z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal("base64")]) }).nullable();
const Accounts = z.object({ value: z.tuple([Account, Account, Account]) });

const refused = (reason: Reason, message: string, detail: string): Verification => ({
  ...{ kind: "refused", reason, message, detail },
});

/** The mint, the payer's account and the treasury's, as they are now. */
async function accountsOf(ask: RpcClient, { settings, source, treasuryAccount }: TokenPayment) {
  const options = { encoding: "base64", commitment: "confirmed" };
  const { value } = Accounts.parse(
    await ask("getMultipleAccounts", [[settings.mint, source, treasuryAccount], options]),
  );
  const accountOf = (account: z.output<typeof Account>): ChainAccount | null =>
    account && { owner: account.owner, data: account.data[0] };
  const [mint, payer, treasury] = value;
  return { mint: accountOf(mint), payer: accountOf(payer), treasury: accountOf(treasury) };
}

/** A token account of that program; null where there is none. */
const held = (account: ChainAccount | null, program: string) =>
  account?.owner === program ? readTokenAccount(account.data) : null;

/**
 * Whether the token has lost so much since the quote that its amount is worth too little now. Where no price is known the
 * quote stands: it is two minutes old at most.
 */
async function hasPriceMoved({ amount, token, settings }: TokenPayment): Promise<boolean> {
  const { market, soldToday } = await knownMarket();
  const limits = marketLimits();
  // What was sold today is no matter for what is quoted already.
  const found = offerable(market, soldToday === null ? null : 0, now(), { ...limits, maxSpreadPct: 100 });
  const asked = found.kind === "price" ? amountsOf(token.listPrice, found.price, settings.decimals) : null;
  return (
    asked !== null && BigInt(amount) * 100n < asked.gross * BigInt(Math.round(100 - limits.maxSpreadPct))
  );
}

/** What keeps our node from sending it, by the accounts as they are; null when nothing does. */
function judgeAccounts(
  { mint, payer, treasury }: Awaited<ReturnType<typeof accountsOf>>,
  payment: TokenPayment,
): Verification | null {
  const { settings } = payment;
  const wrong = objectionToMint(mint, settings);
  if (wrong !== null)
    return refused(
      "payment_rejected",
      `No payment in ${settings.symbol} is taken. ${wrong} Pay another offer.`,
      wrong,
    );
  const receiving = held(treasury, settings.program);
  if (receiving === null || receiving.owner !== settings.treasury)
    return { kind: "unavailable", detail: "the treasury has no account of the token" };
  const paying = held(payer, settings.program);
  if (paying === null)
    return refused(
      "insufficient_funds",
      `The paying wallet has no ${settings.symbol} account. Fund it and sign again.`,
      "no account",
    );
  if (paying.owner !== payment.payer)
    return refused(
      "unsupported_payment",
      "The paying account belongs to another wallet: delegates are not accepted.",
      "delegate",
    );
  if (paying.amount < BigInt(payment.amount))
    return refused(
      "insufficient_funds",
      `The paying wallet holds ${paying.amount} base units of ${settings.symbol}, of ${payment.amount}. Fund it and sign again.`,
      "balance",
    );
  return null;
}

async function verify(ask: RpcClient, payment: TokenPayment): Promise<Verification> {
  const { settings, wire, treasuryAccount, token } = payment;
  const before = await accountsOf(ask, payment);
  const simulated = await simulateSolana(ask, wire, { asset: settings.symbol, watched: [treasuryAccount] });
  if (simulated.kind === "already-used") return { kind: "already-used", detail: "AlreadyProcessed" };
  const objection = judgeAccounts(before, payment);
  if (objection !== null) return objection;
  if (simulated.kind === "fails") return { ...simulated, kind: "refused", detail: simulated.error };
  // Of a mint that takes no fee the treasury gets what the transfer says: this is looked at all the same.
  const had = held(before.treasury, settings.program)?.amount ?? 0n;
  const has = held(simulated.after[0] ?? null, settings.program)?.amount ?? 0n;
  if (has - had < BigInt(token.kept))
    return refused(
      "payment_rejected",
      "The treasury would get less than the quote asks for.",
      "balance delta",
    );
  if (await hasPriceMoved(payment))
    return refused(
      "wrong_amount",
      "The token's price has moved too far since the quote. Ask for a new one and pay that.",
      "price moved",
    );
  return { kind: "valid", by: "node" };
}

/** Payments in the own token, which our own node settles: no facilitator ever sees one. */
export const tokenRail: Rail<TokenPayment> = {
  name: "own-token",

  funds: ({ amount, source, settings }) => solanaFunds(source, amount, settings.symbol),

  async verify(payment) {
    const { symbol } = payment.settings;
    if (ownToken() === null)
      return refused(
        "payment_rejected",
        `No payment in ${symbol} is taken at the moment. Pay another offer.`,
        "not launched",
      );
    const { SOLANA_RPC_URL: url, FACILITATOR_VERIFY_TIMEOUT_MS: timeoutMs } = env();
    if (url === undefined) return { kind: "unavailable", detail: NO_NODE };
    try {
      return await verify(rpcClient(url, timeoutSignal(timeoutMs)), payment);
    } catch (error) {
      return { kind: "unavailable", detail: describe(error) };
    }
  },

  settle: ({ wire, transaction, settings }) => settleByNode(wire, transaction, settings.symbol),

  hasRunOut: ({ evidence }) => hasRunOut(SolanaEvidence.parse(evidence).blockhash),

  async lookup(evidence, sent, look) {
    const known = SolanaEvidence.parse(evidence);
    return lookInTurn(solanaNodes(), look, (callRpc, from) => lookupSolana(callRpc, known, sent, from));
  },
};
