import { parseArgs } from "node:util";
import { type Host, readHost } from "../sandbox/options";

/** Which list a part belongs to: of `npm test`, of `npm run test:full`, or of both. */
type List = "quick" | "slow" | "both";

/** A part of the tests: a stage, or a few that belong together. */
export interface Part {
  name: string;
  list: List;
  run: () => Promise<unknown>;
}

interface Choice {
  full: boolean;
  all: boolean;
  only: readonly string[] | null;
  /** What serves the service's build meanwhile. */
  host: Host;
}

const isOf = ({ list }: Part, { full, all }: Choice): boolean =>
  all || list === "both" || list === (full ? "slow" : "quick");

/** Throws with a readable message for arguments that make no sense. */
export function readChoice(args: readonly string[]): Choice {
  const { values } = parseArgs({
    args: [...args],
    options: {
      full: { type: "boolean", default: false },
      all: { type: "boolean", default: false },
      only: { type: "string" },
      host: { type: "string", default: "next" },
    },
  });
  const { full, all, only, host } = values;
  return { full, all, only: only === undefined ? null : only.split(","), host: readHost(host) };
}

/** Throws when a name that is wanted is no part of this list: nothing would be tested under it. */
export function checkNames(choice: Choice, parts: readonly Part[]): void {
  const known = parts.filter((part) => isOf(part, choice)).map(({ name }) => name);
  for (const name of choice.only ?? [])
    if (!known.includes(name)) throw new Error(`--only takes names of ${known.join(", ")}; not ${name}`);
}

/** Those parts that are wanted. */
export const wanted = (choice: Choice, parts: readonly Part[]): readonly Part[] =>
  parts.filter((part) => isOf(part, choice) && (choice.only?.includes(part.name) ?? true));
