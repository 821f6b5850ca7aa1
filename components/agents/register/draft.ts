import { looksLikeWalletOn } from "@/components/lounge/wallet-text";
import { looksLikeKey, MAX_DESCRIPTION, MAX_NAME } from "@/lib/identity/limits/vocabulary";

/** What is entered of an agent, as text. */
export interface AgentDraft {
  name: string;
  description: string;
  solAddress: string;
  evmAddress: string;
}
export type AgentField = keyof AgentDraft;

export const AGENT_FIELDS = ["solAddress", "evmAddress", "name", "description"] as const;
export const EMPTY_AGENT: AgentDraft = { name: "", description: "", solAddress: "", evmAddress: "" };

const SECRET =
  "looks like a secret key. This page did not send it. Only public addresses belong here: clear the field.";
/** A seed phrase: many short words and nothing else. No address is one. */
const WORDS = /^(?:[a-z]{3,8}[\s,]+){11,}[a-z]{3,8}$/i;

const lengthProblem = (text: string, most: number): string | null => {
  const { length } = Array.from(text.trim());
  return length > most ? `May have ${most} characters, and has ${length}.` : null;
};

function addressProblem(chain: "sol" | "evm", text: string): string | null {
  if (text === "" || looksLikeWalletOn(chain, text)) return null;
  return chain === "sol"
    ? "Is no Solana address: 32 to 44 characters of base58 are wanted."
    : "Is no EVM address: 0x and 40 hexadecimal digits are wanted.";
}

/** What is wrong with each field, before anything is sent: null where nothing is. The service judges checksums. */
export function problemsOfAgent(draft: AgentDraft): Readonly<Record<AgentField, string | null>> {
  const own = {
    solAddress: addressProblem("sol", draft.solAddress.trim()),
    evmAddress: addressProblem("evm", draft.evmAddress.trim()),
    name: lengthProblem(draft.name, MAX_NAME),
    description: lengthProblem(draft.description, MAX_DESCRIPTION),
  };
  const none = draft.solAddress.trim() === "" && draft.evmAddress.trim() === "";
  const problem = (field: AgentField): string | null => {
    const isAddress = field === "solAddress" || field === "evmAddress";
    const text = draft[field].trim();
    if (looksLikeKey(text) || (isAddress && WORDS.test(text))) return `This ${SECRET}`;
    return none && field === "solAddress"
      ? "Enter one address at least: an agent is known by its wallets."
      : own[field];
  };
  return {
    solAddress: problem("solAddress"),
    evmAddress: problem("evmAddress"),
    name: problem("name"),
    description: problem("description"),
  };
}

/** The request: what is empty is left out. */
export const bodyOfAgent = (draft: AgentDraft): Readonly<Record<string, string>> =>
  Object.fromEntries(
    AGENT_FIELDS.map((field) => [field, draft[field].trim()] as const).filter(([, text]) => text !== ""),
  );
