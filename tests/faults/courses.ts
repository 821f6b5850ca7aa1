import { CHAINS, type Chain } from "../support/service";
import type { Attempt } from "./client";
import { submit } from "./deeds";
import type { FaultName, Incident } from "./fault";
import type { Entry } from "./line";
import { nameOf, type Point } from "./message";
import type { Plan, Row, Scene } from "./row";
import { LEASE_MS } from "./slot";

/**
 * A course is a paid call with something that goes wrong in all of its rows, or nothing. Its messages are recorded
 * once; each row then has one more fault, at one of the messages that came after.
 */
export interface Course {
  name: string;
  chains: readonly Chain[];
  incidents(chain: Chain): readonly Incident[];
  /** Served by an instance that was just started. */
  fresh: boolean;
  /** The client comes back only when the dead instance's lease is over, so that its next try is the recovery. */
  waitsForLease: boolean;
  /** The client does not come back until the scheduled call has closed the books, which is what the rows are about. */
  abandoned: boolean;
  /** How many tries the client needs when nothing more goes wrong. */
  tries: number;
  first?(scene: Scene): Promise<void>;
  /** Which messages are this course's own; the others are another's, with the same past. */
  owns(point: Point): boolean;
}

const VERIFY: Point = { dependency: "primary", label: "verify", nth: 1 };
const SETTLE: Point = { dependency: "primary", label: "settle", nth: 1 };

const FULLY_SENT = / in full$/;
/** What an instance asks in the background of a sale, now and then. */
const ABANDONED = "ZRANGE";

const plain = {
  chains: CHAINS,
  incidents: () => [],
  fresh: false,
  waitsForLease: false,
  abandoned: false,
  tries: 1,
  owns: ({ label }) => label !== ABANDONED && !FULLY_SENT.test(label),
} satisfies Omit<Course, "name">;

export const HEALTHY: Course = { ...plain, name: "healthy call" };

export const COURSES: readonly Course[] = [
  HEALTHY,
  {
    ...plain,
    name: "fresh instance",
    fresh: true,
    owns: ({ label }) => label === "MGET" || label === ABANDONED,
  },
  {
    ...plain,
    name: "empty cache",
    chains: ["base"], // sources are read before anybody looks at the chain
    fresh: true,
    first: ({ slot }) => slot.store.clearCache(),
    owns: ({ dependency, label }) => dependency === "cache" && label !== "EVALSHA" && label !== "MGET",
  },
  {
    ...plain,
    name: "store without scripts",
    first: ({ slot }) => slot.wipe(),
    owns: ({ dependency, label }) => dependency === "ledger" && FULLY_SENT.test(label),
  },
  { ...plain, name: "settle's reply lost", incidents: () => [{ point: SETTLE, fault: "lost" }] },
  {
    ...plain,
    name: "killed after settle",
    incidents: () => [{ point: SETTLE, fault: "kill-after" }],
    waitsForLease: true,
    tries: 2,
  },
  {
    ...plain,
    name: "killed before settle",
    incidents: () => [{ point: SETTLE, fault: "kill-before" }],
    waitsForLease: true,
    tries: 2,
  },
  {
    ...plain,
    name: "primary out of order",
    chains: ["base"],
    incidents: () => [{ point: VERIFY, fault: "503" }],
    owns: ({ dependency }) => dependency === "fallback",
  },
  {
    ...plain,
    name: "no facilitator",
    // A payment on Solana can be completed by one facilitator only.
    incidents: (chain) => [
      { point: VERIFY, fault: "503" },
      ...(chain === "base" ? [{ point: { ...VERIFY, dependency: "fallback" }, fault: "503" } as const] : []),
    ],
    tries: 2,
    owns: ({ label }) => label === "RELEASED",
  },
  {
    ...plain,
    name: "scheduled close",
    incidents: () => [{ point: SETTLE, fault: "kill-after" }],
    abandoned: true,
    tries: 2,
    owns: () => true,
  },
  {
    ...plain,
    name: "a third party sent it first",
    first: submit,
  },
];

/** What befalls each message; 429 differs from 503 only at facilitators, where scenarios have it. */
const EACH: readonly FaultName[] = [
  "refused",
  "cut",
  "lost",
  "late",
  "silent",
  "twice-first",
  "twice-second",
  "503",
  "kill-before",
  "kill-after",
  "pause",
];

/** How far a chain's time must go until a payment that nobody sent can't be used any more. */
export const OUTLIVED_MS = { base: 140_000, solana: 80_000 } as const;

/** Lets time pass on the row's own chains once the client was told to wait for the chain's word. */
export function outlive({ place, chain }: Scene): (attempts: readonly Attempt[]) => Promise<void> {
  let passed = false;
  return async (attempts) => {
    if (passed || attempts.at(-1)?.status !== 409) return;
    passed = true;
    await place.passTime(chain, OUTLIVED_MS[chain]);
  };
}

/** Whether no facilitator ever gets the payment: then the chain decides, when its time is over. */
function isNeverSent(chain: Chain, course: Course, { label, nth }: Point, fault: FaultName): boolean {
  if (label !== "settle") return false;
  if (fault === "cut" || fault === "503") return true;
  // A heir never releases a payment because its own request did not leave: the dead one's may still land.
  return fault === "refused" && chain === "solana" && nth > 1 && course.waitsForLease;
}

const planOf = (course: Course, scene: Scene, incidents: readonly Incident[]): Plan => ({
  incidents,
  ...(course.first === undefined ? {} : { first: () => course.first?.(scene) ?? Promise.resolve() }),
});

/** The course alone, with nothing more going wrong; its record tells where its rows' faults can be. */
export function bareRow(course: Course, chain: Chain): Row {
  return {
    chain,
    course: course.name,
    at: "",
    fault: "",
    expected: "served",
    ownChains: false,
    fresh: course.fresh,
    abandoned: course.abandoned,
    ...(course.waitsForLease ? { afterCutMs: LEASE_MS + 200 } : {}),
    plan: (scene) => planOf(course, scene, course.incidents(chain)),
  };
}

/** One row for each of a course's own messages and each fault. `trace` is what `bareRow` recorded. */
export function rowsOf(course: Course, chain: Chain, trace: readonly Entry[]): Row[] {
  const last = trace.findLastIndex(({ fault }) => fault !== null);
  const bare = bareRow(course, chain);
  return trace.flatMap((point, index) => {
    if (index <= last || !course.owns(point)) return [];
    const before = trace[index - 1] ?? null;
    return EACH.map((fault): Row => {
      const incident: Incident = {
        point,
        fault,
        after: before,
        tries: before?.fault?.startsWith("kill") === true ? 2 : 1,
      };
      const neverSent = isNeverSent(chain, course, point, fault);
      return {
        ...bare,
        at: nameOf(point),
        fault,
        expected: neverSent ? "refused" : "served",
        ownChains: neverSent,
        plan: (scene) => ({
          ...planOf(course, scene, [...course.incidents(chain), incident]),
          ...(neverSent ? { between: outlive(scene) } : {}),
        }),
      };
    });
  });
}
