import * as z from "zod";
import { looksLikeKey } from "./limits/vocabulary";

/** What entries say of agents: ids, and texts that must be no secrets. */

/**
 * What the chain holds at the account of a link to SAP: the wallet's agent that names this agent's registration file, the
 * wallet's agent, an account that is neither, or none.
 */
export const SAP_ACCOUNTS = ["named", "found", "other", "missing", "unread"] as const;
export type SapAccount = (typeof SAP_ACCOUNTS)[number];

export const agentIdInput = z
  .string()
  .regex(/^agt_[a-zA-Z0-9]{1,64}$/, "must be `agt_` followed by letters and digits")
  .describe("Id of the agent: `agt_` and 32 hex digits.");

/** The longest text that a member may have before it is cleaned. */
const MAX_RAW = 1_000;

export const SECRET_WARNING =
  "looks like a secret key or a seed phrase. Nothing of it is stored, but it was sent: treat it as compromised, and move what it guards. Only public addresses belong here.";

const SECRET_NAME = /priv|secret|mnemonic|seed|phrase|keypair|recovery/i;
/** Twelve words and nothing else: of members that nobody asked for, that is enough to warn. */
const WORDS = /^(?:[a-z]{3,8}[\s,]+){11,}[a-z]{3,8}$/i;

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");
const isSuspect = (value: unknown): boolean => {
  const text = textOf(value).slice(0, 4_000);
  return looksLikeKey(text) || WORDS.test(text.trim());
};

/** What is said of a text that breaks a rule: a warning where it may be a secret, else the rule. */
export const orWarn =
  (rule: string) =>
  ({ input }: { input?: unknown }): string =>
    isSuspect(input) ? SECRET_WARNING : rule;

/** Text of an agent's; what has another type is named where it looks like a key. */
export const agentText = (what: string) =>
  z
    .string({ error: ({ input }) => (isSuspect(input) ? SECRET_WARNING : undefined) })
    .max(MAX_RAW)
    .describe(what);

interface UnknownMembers {
  code?: string | undefined;
  keys?: unknown;
  input?: unknown;
}

/** An object's own message for members that it does not take: one that may be a secret is warned of. */
export function warnOfSecrets({ code, keys, input }: UnknownMembers): string | undefined {
  if (code !== "unrecognized_keys" || !Array.isArray(keys)) return undefined;
  const members = new Map(Object.entries(Object(input)));
  const names = keys.map(String);
  if (names.some(isSuspect)) return `A member's name ${SECRET_WARNING}`;
  const suspect = names.find((key) => SECRET_NAME.test(key) || isSuspect(members.get(key)));
  return suspect === undefined ? undefined : `\`${suspect.slice(0, 40)}\` ${SECRET_WARNING}`;
}
