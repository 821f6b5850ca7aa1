import type { Attempt } from "./client";
import { submit } from "./deeds";
import type { FaultName, Incident } from "./fault";
import type { Entry } from "./line";
import { nameOf, samePlace, type Point } from "./message";
import { chainOf, RAILS, SETTLE, SETTLED_HERE, VERIFY, type Rail, type SettledHere } from "./rail";
import type { Plan, Row, Scene } from "./row";
import { LEASE_MS } from "./slot";

/**
 * A course is a paid call with something that goes wrong in all of its rows, or nothing. Its messages are recorded
 * once; each row then has one more fault, at one of the messages that came after.
 */
export interface Course {
  name: string;
  rail: Rail;
  incidents: readonly Incident[];
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

const FULLY_SENT = / in full$/;
/** What an instance asks in the background of a sale, now and then. */
const ABANDONED = "ZRANGE";

/** What the limiter tells the store between calls, at times of its own; a call's own is its first message. */
const isBetweenCalls = ({ dependency, label, nth }: Point): boolean =>
  dependency === "cache" && (/^(PING|EVALSHA(\+EVALSHA)+)$/.test(label) || (label === "EVALSHA" && nth > 1));

const plain = {
  incidents: [],
  fresh: false,
  waitsForLease: false,
  abandoned: false,
  tries: 1,
  owns: ({ dependency, label }: Point) =>
    dependency !== "cache" && label !== ABANDONED && !FULLY_SENT.test(label),
} satisfies Omit<Course, "name" | "rail">;

/** One that is alike on several rails. A push has moved before its call, always. */
const on = <R extends Rail>(
  rails: readonly R[],
  name: string,
  rest: (rail: R) => Partial<Course>,
): Course[] =>
  rails.map((rail) => ({
    ...plain,
    ...(rail === "mpp-push" ? { first: submit } : {}),
    name,
    rail,
    ...rest(rail),
  }));

const atSettle = (rail: SettledHere, fault: FaultName): Incident[] => [{ point: SETTLE[rail], fault }];

const HEALTHY = "healthy call";

/**
 * Whether a course's messages are each met by a fault. What follows the settlement is one code for all that is settled
 * here, and Solana's rows go through it: for MPP's pull such a course is run once, without a second fault.
 */
export const hasRows = (course: Course): boolean => course.rail !== "mpp-pull" || isHealthy(course);

/** What a course's rows are recorded after: an instance's first call does more than the others. */
export const isHealthy = ({ name }: Course): boolean => name === HEALTHY;

export const COURSES: readonly Course[] = [
  // The limiter's messages come when they come: each call's first is met by faults here, and nowhere else.
  ...on(RAILS, HEALTHY, () => ({
    owns: (point) => point.label !== ABANDONED && !FULLY_SENT.test(point.label) && !isBetweenCalls(point),
  })),
  ...on(["base"], "fresh instance", () => ({
    fresh: true,
    owns: ({ label }) => label === "MGET" || label === ABANDONED,
  })),
  ...on(["base"], "empty cache", () => ({
    fresh: true,
    first: ({ slot }) => slot.store.clearCache(),
    owns: ({ dependency, label }) => dependency === "cache" && /^SET/.test(label),
  })),
  // A sale writes its intent, or its credit: each has scripts of its own.
  ...on(["base", "mpp-push"], "store without scripts", (rail) => ({
    async first(scene) {
      await scene.slot.store.forgetScripts();
      if (rail === "mpp-push") await submit(scene);
    },
    owns: ({ dependency, label }) => dependency === "ledger" && FULLY_SENT.test(label),
  })),
  ...on(SETTLED_HERE, "settle's reply lost", (rail) => ({ incidents: atSettle(rail, "lost") })),
  ...on(SETTLED_HERE, "killed after settle", (rail) => ({
    incidents: atSettle(rail, "kill-after"),
    waitsForLease: true,
    tries: 2,
  })),
  ...on(SETTLED_HERE, "killed before settle", (rail) => ({
    incidents: atSettle(rail, "kill-before"),
    waitsForLease: true,
    tries: 2,
  })),
  ...on(["base"], "primary out of order", (rail) => ({
    incidents: [{ point: VERIFY[rail][0], fault: "503" }],
    owns: ({ dependency }) => dependency === "fallback",
  })),
  ...on(SETTLED_HERE, "nobody verifies", (rail) => ({
    incidents: VERIFY[rail].map((point) => ({ point, fault: "503" })),
    tries: 2,
    owns: ({ label }) => label === "RELEASED",
  })),
  ...on(SETTLED_HERE, "scheduled close", (rail) => ({
    incidents: atSettle(rail, "kill-after"),
    abandoned: true,
    tries: 2,
    owns: ({ dependency }) => dependency !== "cache",
  })),
  ...on(SETTLED_HERE, "a third party sent it first", () => ({ first: submit })),
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
export function outlive({ place, rail }: Scene): (attempts: readonly Attempt[]) => Promise<void> {
  const chain = chainOf(rail);
  let passed = false;
  return async (attempts) => {
    if (passed || attempts.at(-1)?.status !== 409) return;
    passed = true;
    await place.passTime(chain, OUTLIVED_MS[chain]);
  };
}

/** Whether nobody ever gets the payment that may have been sent: then the chain decides, when its time is over. */
function isNeverSent({ rail, waitsForLease }: Course, point: Point, fault: FaultName): boolean {
  if (rail === "mpp-push") return false;
  const settles = point.label === SETTLE[rail].label;
  if (!settles) return false;
  if (fault === "cut" || fault === "503") return true;
  // A heir never releases a payment because its own request did not leave: the dead one's may still land.
  return fault === "refused" && rail !== "base" && waitsForLease && !samePlace(point, SETTLE[rail]);
}

const planOf = (course: Course, scene: Scene, incidents: readonly Incident[]): Plan => ({
  incidents,
  ...(course.first === undefined ? {} : { first: () => course.first?.(scene) ?? Promise.resolve() }),
});

/** The course alone, with nothing more going wrong; its record tells where its rows' faults can be. */
export function bareRow(course: Course): Row {
  return {
    rail: course.rail,
    course: course.name,
    at: "",
    fault: "",
    expected: "served",
    ownChains: false,
    fresh: course.fresh,
    abandoned: course.abandoned,
    ...(course.waitsForLease ? { afterCutMs: LEASE_MS + 200 } : {}),
    plan: (scene) => planOf(course, scene, course.incidents),
  };
}

/** One row for each of a course's own messages and each fault. `trace` is what `bareRow` recorded. */
export function rowsOf(course: Course, trace: readonly Entry[]): Row[] {
  const last = trace.findLastIndex(({ fault }) => fault !== null);
  const bare = bareRow(course);
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
      const neverSent = isNeverSent(course, point, fault);
      return {
        ...bare,
        at: nameOf(point),
        fault,
        expected: neverSent ? "refused" : "served",
        ownChains: neverSent,
        plan: (scene) => ({
          ...planOf(course, scene, [...course.incidents, incident]),
          ...(neverSent ? { between: outlive(scene) } : {}),
        }),
      };
    });
  });
}
