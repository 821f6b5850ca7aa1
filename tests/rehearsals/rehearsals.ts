import { chainHalts } from "./chain-halts";
import { facilitatorLies } from "./facilitator-lies";
import { keyLeaked } from "./key-leaked";
import { ledgerRestored } from "./ledger-restored";
import { rpcLies } from "./rpc-lies";
import type { Stage } from "./stage";

/** By the name of the page in docs/runbooks. */
export const REHEARSALS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  "ledger-restored": ledgerRestored,
  "chain-halts": chainHalts,
  "key-leaked": keyLeaked,
  "facilitator-lies": facilitatorLies,
  "rpc-lies": rpcLies,
};
