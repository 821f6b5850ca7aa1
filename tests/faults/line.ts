import { befall, type Hands, type Incident } from "./fault";
import { DEPENDENCIES, labelOf, samePlace, type Dependency, type Message } from "./message";
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
  /** Ends refusals: the outage is over. */
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

  /** A refusal must stand before its message comes: it begins with the reply to the one before. */
  function refuseAfter(dependency: Dependency, ordinal: number): void {
    const due = waiting.filter(
      ({ fault, point, ordinal: at }) =>
        fault === "refused" && point.dependency === dependency && at === ordinal + 1,
    );
    if (due.length === 0) return;
    waiting = waiting.filter((incident) => !due.includes(incident));
    proxies[dependency].refuse();
  }

  async function meet(dependency: Dependency, passage: Passage): Promise<void> {
    if (!counts(passage.instance)) return passage.answer(await passage.deliver());
    const label = labelOf(dependency, passage);
    const message: Message = {
      instance: passage.instance,
      dependency,
      label,
      nth: count(`${dependency} ${label}`),
      ordinal: count(dependency),
    };
    const incident = waiting.find(
      ({ point, fault }) => fault !== "refused" && samePlace(point, message),
    );
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
        refuseAfter(dependency, message.ordinal);
        passage.answer(reply);
      };
      await befall({ ...passage, answer }, message, fault, hands);
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
      for (const dependency of DEPENDENCIES) refuseAfter(dependency, 0);
    },
    trace: () => trace,
    pending: () => waiting,
    async mend() {
      await Promise.all(DEPENDENCIES.map((dependency) => proxies[dependency].accept()));
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
