import { chainHalts } from "./chain-halts";
import { keyLeaked } from "./key-leaked";
import { ledgerRestored } from "./ledger-restored";
import type { Stage } from "./stage";

/** By the name of the page in docs/runbooks. */
export const REHEARSALS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  "ledger-restored": ledgerRestored,
  "chain-halts": chainHalts,
  "key-leaked": keyLeaked,
};
