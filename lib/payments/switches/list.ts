import * as z from "zod";
import { fieldOf, storedSwitches, suspectField, type SwitchKind } from "./switches";

const Kept = z.object({ since: z.number(), by: z.enum(["operator", "proofs"]) });
/** Since when (ms) something is off, and by whom. */
type Kept = z.output<typeof Kept>;

/** As it stands in the ledger's hash. */
export const writeKept = (kept: Kept): string => JSON.stringify(kept);

/** All that is switched off, by field. Throws when the store can't be reached. */
export async function switchedOff(): Promise<ReadonlyMap<string, Kept>> {
  const stored = await storedSwitches();
  const switches = [...stored].filter(([field]) => !field.startsWith(suspectField("")));
  return new Map(switches.map(([field, text]) => [field, Kept.parse(JSON.parse(text))] as const));
}

/** One switch of the list, and what it stands for. */
export interface Known {
  kind: SwitchKind;
  /** What people call it: a facilitator's role, a chain's id, a route's path. */
  name: string;
  /** What the ledger calls it: a facilitator's address, else its name. */
  stored: string;
  field: string;
}

export const known = (kind: SwitchKind, name: string, stored = name): Known => ({
  ...{ kind, name, stored },
  field: fieldOf(kind, stored),
});
