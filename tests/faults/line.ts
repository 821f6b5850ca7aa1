import { befall, type Hands, type Incident } from "./fault";
import { DEPENDENCIES, labelOf, samePlace, type Dependency, type Message, type Point } from "./message";
import { startProxy, type Passage, type Proxy } from "./proxy";

/** A message as the row's record keeps it. */
export interface Entry extends Message {
  /** Milliseconds since the row began. */
  ms: number;
  fault: string | null;
}

/** All wires between the instances of one slot and what they depend on. */
export interface Line {
  urlFor(dependency: Dependency, instance: string): string;
  aim(dependency: Dependency, upstream: string): void;
  /** From now on messages are counted and recorded, and these incidents wait for theirs. */
  arm(incidents: readonly Incident[]): void;
  /** What came by since `arm`, in order. */
  trace(): readonly Entry[];
  /** The incidents that have not happened yet. */
  pending(): readonly Incident[];
  /** One of the client's tries is over: ends the refusals that last no longer. */
  mend(): Promise<void>;
  /** Resolves when nothing is under way and nothing came by for so long. */
  quiet(idleMs: number): Promise<void>;
  close(): Promise<void>;
}

const POLL_MS = 20;

/** `counts`: whether an instance's messages belong to the row; those of one that only starts up don't. */
export async function openLine(
  upstreams: Readonly<Record<Dependency, string>>,
  counts: (instance: string) => boolean,
  hands: Hands,
): Promise<Line> {
  const counted = new Map<string, number>();
  /** Who refuses connections, and for how many of the client's tries still. */
  const refusals = new Map<Dependency, number>();
  let waiting: Incident[] = [];
  let trace: Entry[] = [];
  let armedAt = Date.now();
  let underWay = 0;
  let lastAt = 0;

  const count = (key: string): number => {
    const next = (counted.get(key) ?? 0) + 1;
    counted.set(key, next);
    return next;
  };

  /** A refusal must stand before its message comes: it begins with the reply to the one before, or with the call. */
  function refuseAfter(point: Point | null): void {
    const due = waiting.filter(
      ({ fault, after = null }) =>
        fault === "refused" && (after === null || point === null ? after === point : samePlace(after, point)),
    );
    waiting = waiting.filter((incident) => !due.includes(incident));
    for (const { point: where, tries = 1 } of due) {
      proxies[where.dependency].refuse();
      refusals.set(where.dependency, tries);
    }
  }

  async function meet(dependency: Dependency, passage: Passage): Promise<void> {
    if (!counts(passage.instance)) return passage.answer(await passage.deliver());
    const label = labelOf(dependency, passage);
    const message: Message = {
      instance: passage.instance,
      dependency,
      label,
      nth: count(`${dependency} ${label}`),
    };
    const incident = waiting.find(({ point, fault }) => fault !== "refused" && samePlace(point, message));
    waiting = waiting.filter((other) => other !== incident);
    const fault = incident?.fault ?? null;
    trace.push({
      ...message,
      ms: Date.now() - armedAt,
      fault: typeof fault === "object" ? (fault?.name ?? null) : fault,
    });
    underWay += 1;
    try {
      const answer: Passage["answer"] = (reply) => {
        refuseAfter(message);
        passage.answer(reply);
      };
      const cut = (): void => {
        refuseAfter(message);
        passage.cut();
      };
      await befall({ ...passage, answer, cut }, message, fault, hands);
    } finally {
      underWay -= 1;
      lastAt = Date.now();
    }
  }

  const opened = await Promise.all(
    DEPENDENCIES.map(
      async (dependency) =>
        [
          dependency,
          await startProxy(upstreams[dependency], (passage) => meet(dependency, passage)),
        ] as const,
    ),
  );
  const proxies = Object.fromEntries(opened) as Record<Dependency, Proxy>; // one for each name

  return {
    urlFor: (dependency, instance) => proxies[dependency].urlFor(instance),
    aim: (dependency, upstream) => proxies[dependency].aim(upstream),
    arm(incidents) {
      counted.clear();
      trace = [];
      armedAt = Date.now();
      lastAt = armedAt;
      waiting = [...incidents];
      refusals.clear();
      refuseAfter(null);
    },
    trace: () => trace,
    pending: () => waiting,
    async mend() {
      for (const [dependency, tries] of refusals) {
        refusals.set(dependency, tries - 1);
        if (tries > 1) continue;
        refusals.delete(dependency);
        await proxies[dependency].accept();
      }
    },
    async quiet(idleMs) {
      while (underWay > 0 || Date.now() - lastAt < idleMs)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    },
    async close() {
      await Promise.all(DEPENDENCIES.map((dependency) => proxies[dependency].close()));
    },
  };
}
