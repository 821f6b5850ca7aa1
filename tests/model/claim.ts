import { CALLERS } from "./records";
import { goes, keyOfPayment, type Turn } from "./turn";
import { slotName, type Answer, type Call, type WorldStep } from "./world";

/** What the parts of a call's program share. */

export const owner = ({ slot }: Turn) => slotName(slot);
export const key = ({ setting, call }: Turn): number => keyOfPayment(setting, call.payment);

/** A call that begins anew knows nothing of what it did before; that its lease once ran out stays true. */
export const FORGOTTEN = {
  ...{ evidence: -1, sawMoved: false, seller: false, say: "answer", foundTaken: false },
} as const satisfies Partial<Call>;

/** sell.ts `beforeSettling`: what it holds is released before an error is returned. */
export const thenRelease = (turn: Turn, say: Call["say"]): WorldStep =>
  goes(turn, { at: "release-claim", say, sawMoved: say === "challenge" && turn.call.sawMoved });

/** What a call may answer when its release failed: another call may hold the payment, and move it. */
export const answerWithoutClaim = (turn: Turn, say: Answer): Answer =>
  turn.setting.rules.lostClaimClaimsNothing && (say === "challenge" || say === "not-charged")
    ? "conflict"
    : say;

/** What a second payment under a bound key leads to: the earlier one's answer, or a refusal of the key. */
export const boundToOther = ({ world, setting, call }: Turn): "earlier" | "conflict" | null => {
  const { binding } = world.ledger;
  if (binding === null || binding.payment === keyOfPayment(setting, call.payment)) return null;
  return binding.fingerprint === CALLERS[call.caller].fingerprint ? "earlier" : "conflict";
};
