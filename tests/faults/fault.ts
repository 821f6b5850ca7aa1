import type { Kind } from "./message";
import type { Passage } from "./proxy";

/** What can happen to one message between the service and a dependency, or to the service while it is under way. */
export const FAULTS = {
  refused: "connections are refused until the client has its answer",
  cut: "the connection is reset, nothing arrives",
  lost: "it arrives, its reply does not",
  late: "it arrives after the sender gave up",
  silent: "it arrives, and no reply comes until the sender gives up",
  "twice-first": "it arrives twice, the first reply is passed on",
  "twice-second": "it arrives twice, the second reply is passed on",
  "503": "it is answered 503, nothing arrives",
  "429": "it is answered 429, nothing arrives",
  "kill-before": "the instance is killed, nothing arrives",
  "kill-after": "it arrives, the instance is killed before the reply",
  pause: "the instance stands still past its lease while another one serves",
} as const;
export type FaultName = keyof typeof FAULTS;

/** Something else that happens in the world at that moment; the message itself goes through. */
export interface Action {
  name: string;
  /** Happens before the message is passed on. */
  before?(): Promise<void>;
  /** Happens when it has arrived, before its reply is passed on. */
  after?(): Promise<void>;
  /** What is answered in its place: the message arrives nowhere. */
  instead?(): unknown;
}

/** A fault, and the message that it strikes: the first of that kind from when the incident is waiting. */
export interface Incident {
  at: Kind;
  fault: FaultName | Action;
  /** Strikes only a message that has this text in it. */
  about?: string;
  /**
   * For `refused`, which must stand before its message comes: the message before it to the same dependency, whose
   * reply is passed on once connections are refused. Without one they are refused as soon as the incident waits.
   */
  after?: Kind;
  /** For `refused`: how many of the client's tries it outlasts; one by default. */
  tries?: number;
}

/** Incidents that wait at the same time; the next step's wait when all of them have happened. */
export type Step = readonly Incident[];

export const faultName = (fault: FaultName | Action): string =>
  typeof fault === "string" ? fault : fault.name;

/** What a fault does to the instance that sends the message. */
export interface InstanceControl {
  kill(instance: string): void;
  pause(instance: string): void;
}

/** As a proxy in front of such a service answers in its stead. */
const outOfOrder = (status: number) => ({
  status,
  headers: { "content-type": "application/json", "retry-after": "1" },
  body: Buffer.from(JSON.stringify({ error: "out of order" })),
});

const inOrder = (said: unknown) => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(said)),
});

/** Does to a message what the fault says; null lets it through. */
export async function strike(
  passage: Passage,
  fault: FaultName | Action | null,
  control: InstanceControl,
): Promise<void> {
  const { deliver, answer, cut, senderDisconnected: senderGaveUp } = passage;
  if (typeof fault === "object" && fault !== null) {
    await fault.before?.();
    if (fault.instead !== undefined) return answer(inOrder(fault.instead()));
    const reply = await deliver();
    await fault.after?.();
    return answer(reply);
  }
  switch (fault) {
    case null:
    case "refused": // no message of a refused connection ever comes here
      return answer(await deliver());
    case "cut":
      return cut();
    case "lost":
      await deliver();
      return cut();
    case "late":
      await senderGaveUp();
      await deliver();
      return;
    case "silent":
      await deliver();
      return senderGaveUp();
    case "twice-first":
      answer(await deliver());
      await deliver();
      return;
    case "twice-second":
      await deliver();
      return answer(await deliver());
    case "503":
    case "429":
      return answer(outOfOrder(Number(fault)));
    case "kill-before":
      control.kill(passage.instance);
      return cut();
    case "kill-after":
      await deliver();
      control.kill(passage.instance);
      return cut();
    case "pause":
      control.pause(passage.instance);
      return answer(await deliver());
  }
}
