import { parseArgs } from "node:util";

/** What `npm run bench -- …` takes. */
export interface BenchOptions {
  /** Fewer and shorter rounds: for trying the benchmark itself, not for its figures. */
  quick: boolean;
  /** Take the builds that are there. */
  skipBuild: boolean;
  /** Row groups to run, by letter. */
  groups: ReadonlySet<string>;
  /** How long the crowd pays, on each chain and at each server. */
  crowdSeconds: number;
}

export const GROUPS = "ABCDEFGHIJKLN";

export const USAGE = `npm run bench -- [options]
  --quick         fewer requests and rounds, ten seconds of the crowd
  --only AB       some of the row groups: A 402, B limiter, C paid call, D crowd, E size and first call, F desks,
                  G large answers, H tools and documents, I security desk, J own token,
                  K certificates and the feed, L agents, N both hosts
  --seconds N     how long the crowd pays, on each chain and at each server (default 30)
  --skip-build    take the builds that are there`;

/** Throws with a readable message for options that make no sense. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", default: GROUPS },
      seconds: { type: "string" },
      "skip-build": { type: "boolean", default: false },
    },
  });
  const groups = new Set(values.only.toUpperCase());
  if ([...groups].some((group) => !GROUPS.includes(group)))
    throw new Error(`--only takes letters of ${GROUPS}, not ${values.only}`);
  const crowdSeconds = Number(values.seconds ?? (values.quick ? 10 : 30));
  if (!Number.isInteger(crowdSeconds) || crowdSeconds < 1)
    throw new Error(`--seconds takes a whole number from 1, not ${values.seconds}`);
  return { quick: values.quick, skipBuild: values["skip-build"], groups, crowdSeconds };
}
