import * as z from "zod";
import { fieldOf, storedSwitches, type SwitchKind } from "./switches";

const Kept = z.object({ since: z.number(), by: z.enum(["operator", "proofs"]) });
/** Since when (ms) something is off, and by whom. */
type Kept = z.output<typeof Kept>;

/** As it stands in the ledger's hash. */
export const writeKept = (kept: Kept): string => JSON.stringify(kept);

/** All that is switched off, by field. Throws when the store can't be reached. */
export async function switchedOff(): Promise<ReadonlyMap<string, Kept>> {
  const stored = await storedSwitches();
  return new Map([...stored].map(([field, text]) => [field, Kept.parse(JSON.parse(text))] as const));
}

/** One switch of the list, and what it stands for. */
export interface Known {
  kind: SwitchKind;
  /** What people call it: a facilitator's role, a chain's id, a route's path. */
  name: string;
  field: string;
}

export const known = (kind: SwitchKind, name: string, stored = name): Known => ({
  ...{ kind, name },
  field: fieldOf(kind, stored),
});
