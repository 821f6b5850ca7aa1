import { env } from "@/lib/env";
import { APPLIED_AT, type Effect } from "@/lib/handler";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import type { AddressPair } from "./agent-id";

/** A registered agent: public data alone. The ledger keeps each member but the id as a field of a hash. */
export interface Agent extends AddressPair {
  id: string;
  name: string;
  description?: string;
  /** Times are in milliseconds since 1970, by the store's clock. */
  registeredAt: number;
  /** When each wallet first proved to be the caller's; left out while nobody did. */
  solProvedAt?: number;
  evmProvedAt?: number;
  sapWallet?: string;
  sapAgentPda?: string;
  /** Who stands behind that link: the agent's wallet alone, or the linked wallet too; left out for a mere claim. */
  sapProof?: "agent" | "both";
  /** What the chain held at that account when it was last read, and the account: see sap-account.ts. */
  sapSeen?: string;
  /** Its token in ERC-8004's registry, and the transaction that registered it. */
  tokenId?: string;
  /** `eip155:<chain>:<contract>`. */
  tokenRegistry?: string;
  tokenTx?: string;
  /** Set once the token is another's, or names another file. */
  tokenMoved?: string;
  /** The UTC day of the last call that one of its proved wallets paid. */
  lastSeen?: string;
  /** Of a linked agent: those days of the last week, newest first, with blanks between them. */
  paidOn?: string;
}

const TEXTS = [
  ...([
    "description",
    "solAddress",
    "evmAddress",
    "sapWallet",
    "sapAgentPda",
    "sapSeen",
    "lastSeen",
    "paidOn",
  ] as const),
  ...(["tokenId", "tokenRegistry", "tokenTx", "tokenMoved"] as const),
] as const;
const TIMES = ["solProvedAt", "evmProvedAt"] as const;

/** Reads a hash as Redis sends it, names and values in turn; null where there is none. */
export function parseAgent(id: string, reply: unknown): Agent | null {
  const flat = Array.isArray(reply) ? reply.map(String) : [];
  const fields = new Map<string, string>();
  for (let at = 0; at + 1 < flat.length; at += 2) fields.set(flat[at] ?? "", flat[at + 1] ?? "");
  const [name, registeredAt, sapProof] = ["name", "registeredAt", "sapProof"].map((field) =>
    fields.get(field),
  );
  if (name === undefined || registeredAt === undefined) return null;
  const agent: Agent = { id, name, registeredAt: Number(registeredAt) };
  for (const field of TEXTS) {
    const text = fields.get(field);
    if (text) agent[field] = text;
  }
  for (const field of TIMES) {
    const time = fields.get(field);
    if (time !== undefined) agent[field] = Number(time);
  }
  if (sapProof === "agent" || sapProof === "both") agent.sapProof = sapProof;
  return agent;
}

/** Members of a record with new values; an empty text is none. */
export type AgentChange = Partial<Omit<Agent, "id">>;

const IS_TIME: ReadonlySet<string> = new Set(["registeredAt", ...TIMES]);

/** Writes members of a record; every time among them is the moment of writing, by the store's clock. */
export const writeAgent = (id: string, change: AgentChange): Effect => ({
  command: [
    ...(["HSET", keys.agent(id)] as const),
    ...Object.entries(change).flatMap(([field, value]) => [
      field,
      IS_TIME.has(field) ? APPLIED_AT : String(value),
    ]),
  ],
});

/** The record with a change, as it will be read. */
export function withChange(agent: Agent, change: AgentChange): Agent {
  const { description, tokenMoved, ...changed } = { ...agent, ...change };
  return { ...changed, ...(description ? { description } : {}), ...(tokenMoved ? { tokenMoved } : {}) };
}

/** Reads agents in one round trip, null for each that is not registered. Throws ApiError 503. */
export async function readAgents(ids: readonly string[]): Promise<(Agent | null)[]> {
  if (ids.length === 0) return [];
  return fromLedger(
    Promise.resolve().then(async () => {
      const pipeline = ledgerStore().pipeline();
      for (const id of ids) pipeline.hgetall(keys.agent(id));
      const replies = await pipeline.exec<unknown[]>();
      return ids.map((id, at) => parseAgent(id, replies[at]));
    }),
  );
}

/** Whether a wallet of the pair proved itself. */
export const isProved = ({ solProvedAt, evmProvedAt }: Agent): boolean =>
  solProvedAt !== undefined || evmProvedAt !== undefined;

/** The public addresses of an agent's documents. */
export function linksOf(id: string): { cardUrl: string; profileUrl: string; registrationUrl: string } {
  const at = `${env().PUBLIC_ORIGIN}/api/agent-identity`;
  return {
    cardUrl: `${at}-card?id=${id}`,
    profileUrl: `${at}?id=${id}`,
    registrationUrl: `${at}-registration?id=${id}`,
  };
}
