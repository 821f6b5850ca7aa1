import { looksLikeWalletOn } from "@/components/lounge/wallet-text";
import { AGENT_ID, looksLikeKey, MAX_DESCRIPTION } from "@/lib/identity/limits/vocabulary";

/** What is entered of a rating, as text. */
export interface FeedbackDraft {
  /** Id of the rated agent; empty for this service. */
  agent: string;
  /** The transaction of a payment to that agent, or the key of a payment to this service. */
  payment: string;
  value: string;
  text: string;
  /** The EVM wallet that sends the call, where a Solana wallet paid. */
  client: string;
}
export type FeedbackField = keyof FeedbackDraft;

export const FEEDBACK_FIELDS = ["agent", "payment", "value", "text", "client"] as const;
export const EMPTY_FEEDBACK: FeedbackDraft = { agent: "", payment: "", value: "", text: "", client: "" };

const TRANSACTION = /^(0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/;
const KEY =
  /^(eip155:\d{1,20}:0x[0-9a-fA-F]{40}:0x[0-9a-fA-F]{40}:0x[0-9a-fA-F]{64}|solana:[0-9a-zA-Z]{32,44}:[0-9a-fA-F]{64})$/i;
const MOST = 100;

/** The chain that a payment was made on. */
export const chainOf = ({ payment }: Pick<FeedbackDraft, "payment">): "base" | "solana" =>
  /^(0x|eip155:)/i.test(payment.trim()) ? "base" : "solana";

/** What is wrong with each field: null where nothing is. */
export function problemsOfFeedback(draft: FeedbackDraft): Readonly<Record<FeedbackField, string | null>> {
  const [agent, payment, value, text, client] = FEEDBACK_FIELDS.map((field) => draft[field].trim());
  const form = agent === "" ? KEY : TRANSACTION;
  const { length } = Array.from(text ?? "");
  const isRating = /^\d{1,3}$/.test(value ?? "") && Number(value) <= MOST;
  return {
    agent:
      agent === "" || AGENT_ID.test(agent ?? "") ? null : "Is no agent's id: agt_ and 32 hexadecimal digits.",
    payment: form.test(payment ?? "")
      ? null
      : agent === ""
        ? "Is no payment's key, as /api/receipt tells it."
        : "Is no transaction of Base or Solana.",
    value: isRating ? null : `Is no whole number from 0 to ${MOST}.`,
    text: looksLikeKey(text ?? "")
      ? "This looks like a secret key. This page did not send it: clear the field."
      : length > MAX_DESCRIPTION
        ? `May have ${MAX_DESCRIPTION} characters, and has ${length}.`
        : null,
    client:
      client === ""
        ? chainOf(draft) === "solana" && payment !== ""
          ? "A Solana wallet paid, and the registry is on Base: name the wallet there that sends the call."
          : null
        : looksLikeWalletOn("evm", client ?? "")
          ? null
          : "Is no EVM address.",
  };
}

/** The request; with `publish` it is consent. */
export function bodyOfFeedback(draft: FeedbackDraft, publish: boolean): Readonly<Record<string, unknown>> {
  const [agent, payment, value, text, client] = FEEDBACK_FIELDS.map((field) => draft[field].trim());
  return {
    ...(agent === "" ? { payment } : { agent, transaction: payment }),
    value: Number(value),
    ...(text === "" ? {} : { text }),
    ...(client === "" ? {} : { clientAddress: client }),
    ...(publish ? { publish: true } : {}),
  };
}
