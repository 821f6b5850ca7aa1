import { formatUsd, type BaseUnits } from "@/lib/catalog/money";
import type { Outcome } from "./outcome";

/** Why a purchase stands still. Nothing of it is charged, unless `money` of its words says otherwise. */
export type Problem =
  | { kind: "no_storage" }
  | { kind: "unreachable" }
  | { kind: "nothing_offered" }
  | { kind: "unreadable_offer" }
  | { kind: "other_tab" }
  | { kind: "over_limit"; left: BaseUnits; asked: BaseUnits }
  | { kind: "rejected" }
  /** Nobody waits for the wallet any more; `sends`: see `unlessLeft`. */
  | { kind: "left_waiting"; sends: boolean }
  | { kind: "wallet_failed"; message: string }
  | { kind: "no_account" }
  | { kind: "wrong_network"; wanted: string }
  | { kind: "network_missing"; wanted: string }
  | { kind: "signs_no_text" }
  | { kind: "other_account"; shared: string; wanted: string }
  | { kind: "no_funds"; asked: BaseUnits; held: BaseUnits; network: string }
  | { kind: "no_token_account"; network: string }
  | { kind: "signed_too_late" }
  | { kind: "sign_in_over" }
  /** `aheadMs`: see `Challenge`. */
  | { kind: "wrong_clock"; aheadMs: number }
  | { kind: "changed"; how: "risen" | "moved" | "gone" }
  | { kind: "unpaid"; reason: string }
  | { kind: "open"; retryAfterSec: number | null }
  /** The answer was here before, and does not come again. */
  | { kind: "not_again"; retryAfterSec: number | null }
  /** `paid`: there is a payment, which may be sent again. */
  | { kind: "later"; status: number; message: string; retryAfterSec: number | null; paid: boolean }
  | { kind: "spent" }
  | { kind: "refunded"; message: string; transaction: string | null }
  | { kind: "answer_gone" }
  | { kind: "refused"; status: number; message: string };

/** A problem as a person is told of it. */
export interface Words {
  title: string;
  text: string;
  /** What became of the money. */
  money: "nothing was charged" | "not known yet" | "paid before" | "paid and returned";
  /** What the button that goes on says. */
  next: string;
}

const wait = (seconds: number | null): string => (seconds === null ? "" : ` Wait ${seconds} s.`);

/** What the service says of a payment that moved nothing. */
const UNPAID: Readonly<Record<string, Pick<Words, "title" | "text">>> = {
  expired: {
    title: "The offer ran out",
    text: "The signature reached the service after its time was up. Sign a fresh one.",
  },
  insufficient_funds: {
    title: "Not enough USDC",
    text: "The wallet holds too little USDC on this network, or has no USDC account there. Fund it, or pay from another wallet.",
  },
  invalid_signature: {
    title: "The signature does not fit",
    text: "The wallet signed something other than the offer. Try again, or with another wallet.",
  },
  payment_rejected: {
    title: "The payment was refused",
    text: "The facilitator that settles payments refused this one. Sign a fresh one, or pay on the other network.",
  },
  settlement_failed: {
    title: "The payment did not settle",
    text: "It was sent and moved nothing. Sign a fresh one.",
  },
};

function unpaidWords(reason: string): Omit<Words, "money" | "next"> {
  const known = Object.hasOwn(UNPAID, reason) ? UNPAID[reason] : undefined;
  return (
    known ?? {
      title: "The payment was not accepted",
      text: "The service did not take this payment, and nothing moved. Ask for a fresh offer and sign that.",
    }
  );
}

/** A refusal that time mends, by its status. */
function laterWords(status: number, message: string, seconds: number | null): Omit<Words, "money" | "next"> {
  if (status === 429)
    return {
      title: "Too many calls at once",
      text: `The service takes no more of this wallet's or this address's calls at the moment.${wait(seconds)}`,
    };
  const title = /facilitator|payment/i.test(message)
    ? "Payments can't be settled at the moment"
    : "The answer can't be sold at the moment";
  return { title, text: `${message}${wait(seconds)}`.trim() };
}

/** What is otherwise in a newer offer. */
const CHANGES = {
  risen: "The price rose while you looked at it. Look at it again before you sign.",
  moved: "It is now paid to another address than the one you saw. Look at it again before you sign.",
  gone: "This network is not offered any more. Look at what is.",
} as const;

const UNITS = [
  { unit: "day", ms: 24 * 3_600_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const;

/** A span of time in the largest unit that it is more than one of: "24 hours". */
function spanOf(ms: number): string {
  const { unit, ms: one } = UNITS.find((each) => Math.abs(ms) >= 1.5 * each.ms) ?? UNITS[2];
  const count = Math.round(Math.abs(ms) / one);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const free = (title: string, text: string, next: string): Words => ({
  ...{ title, text, next },
  money: "nothing was charged",
});

/** A problem in words: each its own. */
export function wordsOf(problem: Problem): Words {
  switch (problem.kind) {
    case "no_storage":
      return free(
        "This browser keeps nothing for this site",
        "A payment is kept here until its answer has come, so that a lost connection costs nothing. Allow this site to store data, then try again.",
        "Try again",
      );
    case "unreachable":
      return free("No answer", "The service could not be reached from this browser.", "Try again");
    case "nothing_offered":
      return free(
        "Nothing to pay with",
        "The service offers no payment that a browser's wallet can make: no receiving wallet, or no facilitator, is there at the moment.",
        "Ask again",
      );
    case "unreadable_offer":
      return free(
        "The offer can't be read",
        "What the service asks for is no offer of its own for this call. Nothing is signed for it.",
        "Ask again",
      );
    case "other_tab":
      return free(
        "Being paid in another tab",
        "This very call is being paid in another tab of this browser. Finish it there; its answer can then be read here too.",
        "Look again",
      );
    case "over_limit":
      return free(
        "Over your daily limit",
        `You allowed this browser ${formatUsd(problem.left)} more today, and this call costs ${formatUsd(problem.asked)}. Raise your limit under Spending, or come back tomorrow.`,
        "Try again",
      );
    case "rejected":
      return free("Rejected in the wallet", "You declined the signature.", "Back to the offer");
    case "left_waiting":
      return free(
        "You stopped waiting for the wallet",
        problem.sends
          ? "What you confirm in it later is sent all the same. Decline it there, or look there whether it was sent, before you try again."
          : "Whatever it answers later is dropped. If it still shows a question, decline it there.",
        "Back to the offer",
      );
    case "wallet_failed":
      return free(
        "The wallet failed",
        problem.message === ""
          ? "It gave no reason. Unlock it, or choose another."
          : `It says: “${problem.message}”`,
        "Back to the offer",
      );
    case "no_account":
      return free(
        "No account was shared",
        "The wallet shared no account that can pay here. Unlock it and allow this site.",
        "Back to the offer",
      );
    case "wrong_network":
      return free(
        "The wallet is on another network",
        `This offer is paid on ${problem.wanted}. Switch the wallet to it, then pay.`,
        `Switch to ${problem.wanted}`,
      );
    case "network_missing":
      return free(
        `The wallet has no ${problem.wanted}`,
        `This offer is paid on ${problem.wanted}, which the wallet does not offer this site. Change its network in its own settings, or choose another wallet.`,
        "Back to the offer",
      );
    case "signs_no_text":
      return free(
        "The wallet signs no messages",
        "It signs transactions alone, and this needs a signed message, which costs nothing. Choose another wallet of the same key.",
        "Another wallet",
      );
    case "other_account":
      return free(
        "Another account",
        `The wallet shares ${problem.shared}, and this takes ${problem.wanted}. Choose that account in the wallet, then try again.`,
        "Another wallet",
      );
    case "no_funds":
      return free(
        "Not enough USDC",
        `This costs ${formatUsd(problem.asked)}, and the wallet holds ${formatUsd(problem.held)} in USDC on ${problem.network}. Fund it, or choose another.`,
        "Look again",
      );
    case "no_token_account":
      return free(
        "No USDC account",
        `This wallet has no USDC account on ${problem.network}: it never held any. Send it some USDC, which makes one, or choose another wallet.`,
        "Look again",
      );
    case "signed_too_late":
      return free(
        "The offer ran out",
        "It was signed after its time was up, so it was not sent. Ask for a fresh one.",
        "Ask again",
      );
    case "wrong_clock":
      return free(
        "This device's clock is wrong",
        `It is ${spanOf(problem.aheadMs)} ${problem.aheadMs < 0 ? "behind" : "ahead"}, and what it signs on this network is refused for that. Set it right and ask again, or pay on another network.`,
        "Ask again",
      );
    case "sign_in_over":
      return free(
        "The sign-in has run out",
        "It was signed too long ago to hold until a payment settles, which would buy less without it. So none was sent: sign in again, then pay.",
        "Back to the form",
      );
    case "changed":
      return free("The offer changed", CHANGES[problem.how], "Look at the offer");
    case "unpaid":
      return free(...valuesOf(unpaidWords(problem.reason)), "Ask for a fresh offer");
    case "open":
      return {
        title: "The answer is not here yet",
        text: `The payment was sent, and no answer came back. It is kept in this browser: going on sends the same payment again, and never a second one.${wait(problem.retryAfterSec)}`,
        money: "not known yet",
        next: "Fetch the answer",
      };
    case "not_again":
      return {
        title: "The answer does not come again just now",
        text: `It was bought and read here before, and the service keeps it for a day.${wait(problem.retryAfterSec)}`,
        money: "paid before",
        next: "Fetch the answer",
      };
    case "later":
      return free(
        ...valuesOf(laterWords(problem.status, problem.message, problem.retryAfterSec)),
        problem.paid ? "Send the same payment again" : "Try again",
      );
    case "spent":
      return {
        title: "This payment was used before",
        text: "It moved, and its answer is not for this request. If you got no answer for it, write to the service with its transaction: it is owed to you.",
        money: "paid before",
        next: "Ask for a fresh offer",
      };
    case "refunded":
      return {
        title: "This payment was returned",
        text:
          problem.message === ""
            ? "It went back to the wallet that paid. Pay again only if you want a new answer."
            : problem.message,
        money: "paid and returned",
        next: "Ask for a fresh offer",
      };
    case "answer_gone":
      return {
        title: "The answer is no longer kept",
        text: "It was paid and served more than a day ago. A new call is a new payment.",
        money: "paid before",
        next: "Ask for a fresh offer",
      };
    case "refused":
      return free(
        `Refused (${problem.status})`,
        problem.message === "" ? "The service does not take this request." : problem.message,
        "Change the request",
      );
  }
}

/** What goes on from a problem: the button's name is in its words. */
export type NextStep = "ask" | "review" | "check" | "switch" | "finish" | "close";

const NEXT: Readonly<Record<Exclude<Problem["kind"], "later">, NextStep>> = {
  no_storage: "ask",
  unreachable: "ask",
  nothing_offered: "ask",
  unreadable_offer: "ask",
  other_tab: "finish",
  over_limit: "review",
  rejected: "review",
  left_waiting: "review",
  wallet_failed: "review",
  no_account: "review",
  wrong_network: "switch",
  network_missing: "review",
  signs_no_text: "review",
  other_account: "review",
  no_funds: "check",
  no_token_account: "check",
  signed_too_late: "ask",
  sign_in_over: "close",
  wrong_clock: "ask",
  changed: "ask",
  unpaid: "ask",
  open: "finish",
  not_again: "finish",
  spent: "ask",
  refunded: "ask",
  answer_gone: "ask",
  refused: "close",
};

export function nextStep(problem: Problem): NextStep {
  if (problem.kind === "later") return problem.paid ? "finish" : "ask";
  return NEXT[problem.kind];
}

const valuesOf = ({ title, text }: Pick<Words, "title" | "text">): [string, string] => [title, text];

/** The problem of a payment that brought no answer. `served`: it brought it before. */
export function problemOf(outcome: Exclude<Outcome, { kind: "served" }>, served: boolean): Problem {
  if (outcome.kind === "open" && served) return { ...outcome, kind: "not_again" };
  return outcome.kind === "later" ? { ...outcome, paid: true } : outcome;
}

/** Ends a step of a purchase with its problem. */
export class Stopped extends Error {
  override name = "Stopped";
  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(problem.kind, options);
  }
}
