import { type Reply, Status } from "../engine";
import type { Arguments } from "./arguments";
import type { Database } from "./database";
import type { Bytes } from "./numbers";

export interface Command {
  /** As in Redis: the number of words, the name among them; negative when that is only the least number. */
  arity: number;
  /** `write` is refused to read-only scripts, `control` to every script. */
  kind: "read" | "write" | "control";
  run(db: Database, args: Arguments): Reply<Bytes>;
}

/** Commands by lower-case name. */
export type Commands = Readonly<Record<string, Command>>;

export const reads = (arity: number, run: Command["run"]): Command => ({ arity, kind: "read", run });
export const writes = (arity: number, run: Command["run"]): Command => ({ arity, kind: "write", run });
export const controls = (arity: number, run: Command["run"]): Command => ({ arity, kind: "control", run });

export const ok = new Status("OK");

/** A logical answer as Redis gives it. */
export const bit = (yes: boolean): 1 | 0 => (yes ? 1 : 0);
