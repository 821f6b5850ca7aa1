import { createHash } from "node:crypto";
import * as ledger from "@/lib/payments/ledger/scripts";
import * as trust from "@/lib/payments/ledger/trust-scripts";

/** The ledger's scripts by their names. */
export const SCRIPTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...ledger, ...trust }).flatMap(([name, lua]) =>
    typeof lua === "string" ? [[name, lua] as const] : [],
  ),
);

/** What Redis calls a script by. */
export const sha1 = (lua: string): string => createHash("sha1").update(lua).digest("hex");

const byHash = new Map([...SCRIPTS].map(([name, lua]) => [sha1(lua), name]));

export const scriptNamed = (hash: string): string | undefined => byHash.get(hash);
