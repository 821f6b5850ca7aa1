import type { CallContext, Guard, GuardVerdict } from "@/lib/handler";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { ownToken } from "@/lib/payments/token/own-token";
import { consumeProof } from "@/lib/payments/wallet-proof/consume";
import { takeFreeCall } from "@/lib/token/holder/calls";
import { readClaim } from "@/lib/token/holder/claim";
import { AUDITS_PER_DAY } from "@/lib/token/holder/terms";
import type { AuditRequest } from "./admit-audit";
import { auditGuard, countAudit } from "./guard";
import { type Depth, DEPTHS } from "./vocabulary";

/** What the own token's holders have at the security desk, as its guards and its handlers agree on it. */

/** The deepest that anybody can have: deeper ones than a guest's open to the token's holders, once there is a token. */
export const liveCeiling = (): Depth => (ownToken() === null ? "Guest" : "President");

/** How deep a call's report goes: as its holder's tier, where the guard has found one. */
export function depthOf({ entitlement }: Pick<CallContext, "entitlement">): Depth {
  return DEPTHS.find((depth) => depth === entitlement?.["tier"]) ?? "Guest";
}

/** Why a holder's claim did not count, for the report that was paid for all the same; nothing where there was none. */
export function claimNotes({ entitlement }: Pick<CallContext, "entitlement">): string[] {
  const because = entitlement?.["because"];
  return typeof because === "string" ? [because] : [];
}

/** Whose free audit a call is; null for one that is paid for. What it is kept under is no payment's key. */
export function freeAuditOf({
  entitlement,
}: Pick<CallContext, "entitlement">): { key: string; payer: string } | null {
  const [wallet, id] = [entitlement?.["holder"], entitlement?.["audit"]];
  return typeof wallet === "string" && typeof id === "string"
    ? { key: `free-audit:${id}`, payer: wallet }
    : null;
}

const asGuest = (verdict: GuardVerdict, because: string, signIn?: readonly string[]): GuardVerdict => ({
  ...{ ...verdict, because, signIn },
  entitlement: { ...verdict.entitlement, because },
});

/**
 * Guards the small audits: from Deluxe on, holders have some of them free each UTC day. One is taken only when the request
 * and the site would let it be served, and only where no payment comes along.
 */
export const scoutGuard: Guard<never> = async (request: AuditRequest, call) => {
  const verdict = await auditGuard(request, call);
  if (!verdict.pays || call.hasPayment) return verdict;
  const claim = await readClaim(call);
  if (claim.kind === "none") return verdict;
  if (claim.kind === "guest") return asGuest(verdict, claim.because, claim.signIn);
  const { tier, wallet } = claim;
  if (tier === "Guest")
    return asGuest(
      verdict,
      "X-Token-Holder-Wallet: audits are free for holders of the tier Deluxe and above.",
    );
  await countAudit(call.headers);
  const taken = await takeFreeCall(claim.proof, "audits", AUDITS_PER_DAY);
  if (taken === null)
    return asGuest(
      verdict,
      `X-Token-Holder-Wallet: the wallet has had its ${AUDITS_PER_DAY} free audits of today (UTC).`,
    );
  return {
    pays: false,
    entitlement: { tier, holder: wallet, audit: taken.id },
    giveBack: taken.giveBack,
  };
};

/**
 * Guards scans, which everybody pays for: a holder's go as deep as the tier. The proof is used up by the paid call alone,
 * so that the one that asks for the price may carry it, too.
 */
export const depthGuard: Guard<never> = async (request: AuditRequest, call) => {
  const verdict = await auditGuard(request, call);
  if (!verdict.pays) return verdict;
  const claim = await readClaim(call);
  if (claim.kind === "none") return verdict;
  if (claim.kind === "guest") return asGuest(verdict, claim.because, claim.signIn);
  if (!call.hasPayment) return verdict;
  await fromLedger(consumeProof(claim.proof));
  return { ...verdict, entitlement: { tier: claim.tier } };
};
