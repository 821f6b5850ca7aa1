import { faultName, strike, type InstanceControl, type Incident, type Step } from "./fault";
import { DEPENDENCIES, dependencyOf, messageOf, type Dependency, type Kind, type Message } from "./message";
import { startProxy, type Passage, type Proxy } from "./proxy";

/** A message as a case's record keeps it. */
export interface Entry extends Message {
  /** Milliseconds since the case began. */
  ms: number;
  fault: string | null;
}

/** A dependency that refused connections, which no message tells: what the service logs does. */
export interface Refusal {
  at: Kind;
  /** As the system's error names it. */
  address: string;
}

/** All connections between the instances of one slot and what they depend on. */
export interface Proxies {
  urlFor(dependency: Dependency, instance: string): string;
  aim(dependency: Dependency, upstream: string): void;
  /** From now on messages are recorded, and no incident waits. */
  record(): void;
  /** These incidents wait for their messages, one step after the other. */
  arm(steps: readonly Step[]): void;
  /** What came by since `record`, in order. */
  trace(): readonly Entry[];
  /** Refusals since `record`. */
  refusals(): readonly Refusal[];
  /** The incidents that have not happened, and what went wrong with those that have. */
  missed(): readonly string[];
  /** Resolves when no incident waits any more, or none has happened for so long that none will. */
  allHappened(): Promise<void>;
  /** One of the client's tries is over: ends the refusals that last no longer. */
  tryIsOver(): Promise<void>;
  /** Resolves when nothing is under way and nothing came by for so long. */
  quiet(idleMs: number): Promise<void>;
  close(): Promise<void>;
}

export interface ProxiesOptions {
  upstreams: Readonly<Record<Dependency, string>>;
  /** First part of the limiter's keys. */
  limiterPrefix: string;
  /** Whether an instance's messages belong to the case; those of one that only starts up don't. */
  counts(instance: string): boolean;
  control: InstanceControl;
}

const POLL_MS = 10;
/** Longest wait for a message that the service sends behind its answer. */
const BACKGROUND_MS = 20_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const nameOf = ({ fault, at }: Incident): string => `${faultName(fault)} at ${at}`;

export async function openProxies({
  upstreams,
  limiterPrefix,
  counts,
  control,
}: ProxiesOptions): Promise<Proxies> {
  /** Who refuses connections, and for how many of the client's tries still. */
  const refusing = new Map<Dependency, number>();
  let steps: Step[] = [];
  /** What of the first step has not happened. */
  let waiting: Incident[] = [];
  let refusals: Refusal[] = [];
  let failures: string[] = [];
  let trace: Entry[] = [];
  let recordedFrom = Date.now();
  let underWay = 0;
  let lastAt = 0;

  /** Whatever is due by now: refusals that nothing precedes, and the next step when this one has happened. */
  function goOn(): void {
    for (;;) {
      for (const incident of waiting.filter(({ fault, after }) => fault === "refused" && after === undefined))
        refuse(incident);
      const [next, ...rest] = steps;
      if (waiting.length > 0 || next === undefined) return;
      [waiting, steps] = [[...next], rest];
    }
  }

  function happens(incident: Incident): void {
    waiting = waiting.filter((other) => other !== incident);
  }

  function refuse(incident: Incident): void {
    const dependency = dependencyOf(incident.at);
    happens(incident);
    proxies[dependency].refuse();
    refusing.set(dependency, incident.tries ?? 1);
    refusals.push({ at: incident.at, address: `127.0.0.1:${proxies[dependency].port}` });
  }

  async function meet(dependency: Dependency, passage: Passage): Promise<void> {
    if (!counts(passage.instance)) return passage.answer(await passage.deliver());
    const message = messageOf(dependency, passage, limiterPrefix);
    const { kind, text } = message;
    const incident = waiting.find(
      ({ at, fault, about = "" }) => fault !== "refused" && at === kind && text.includes(about),
    );
    const fault = incident?.fault ?? null;
    trace.push({
      ...message,
      ms: Date.now() - recordedFrom,
      fault: fault === null ? null : faultName(fault),
    });
    if (incident !== undefined) happens(incident);
    /** Before the sender learns how its message ended, the next incidents wait for what it does then. */
    const beforeReply = (): void => {
      for (const next of waiting.filter(({ fault: due, after }) => due === "refused" && after === kind))
        refuse(next);
      goOn();
    };
    underWay += 1;
    try {
      await strike(
        {
          ...passage,
          answer(reply) {
            beforeReply();
            passage.answer(reply);
          },
          cut() {
            beforeReply();
            passage.cut();
          },
          async senderDisconnected() {
            beforeReply();
            await passage.senderDisconnected();
          },
        },
        fault,
        control,
      );
    } catch (error) {
      if (incident !== undefined) failures.push(`${nameOf(incident)}: ${String(error)}`);
      throw error;
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
    record() {
      [steps, waiting, trace, refusals, failures] = [[], [], [], [], []];
      recordedFrom = Date.now();
      lastAt = recordedFrom;
    },
    arm(next) {
      [steps, waiting] = [[...next], []];
      goOn();
    },
    trace: () => trace,
    refusals: () => refusals,
    missed: () => [...[...waiting, ...steps.flat()].map(nameOf), ...failures],
    async allHappened() {
      const deadline = Date.now() + BACKGROUND_MS;
      while (waiting.length + steps.length > 0 && Date.now() < deadline) await sleep(POLL_MS);
    },
    async tryIsOver() {
      for (const [dependency, tries] of refusing) {
        refusing.set(dependency, tries - 1);
        if (tries > 1) continue;
        refusing.delete(dependency);
        await proxies[dependency].accept();
      }
    },
    async quiet(idleMs) {
      while (underWay > 0 || Date.now() - lastAt < idleMs) await sleep(POLL_MS);
    },
    async close() {
      await Promise.all(DEPENDENCIES.map((dependency) => proxies[dependency].close()));
    },
  };
}
