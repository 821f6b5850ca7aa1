import type { Dependency, Message, Point } from "./message";
import type { Passage } from "./proxy";

/** What can befall one message between the service and a dependency, or the service while it is under way. */
export const FAULTS = {
  refused: "connections are refused until the client has its answer",
  cut: "the connection is reset, nothing arrives",
  lost: "it arrives, its reply does not",
  late: "it arrives after the sender gave up",
  silent: "it arrives, its reply comes after the sender gave up",
  "twice-first": "it arrives twice, the first reply is told",
  "twice-second": "it arrives twice, the second reply is told",
  "503": "it is answered 503, nothing arrives",
  "429": "it is answered 429, nothing arrives",
  "kill-before": "the instance is killed, nothing arrives",
  "kill-after": "it arrives, the instance is killed before the reply",
  pause: "the instance stands still past its lease while another one serves",
} as const;
export type FaultName = keyof typeof FAULTS;

/** Something else that happens in the world at that moment; the message itself goes through. */
export interface Deed {
  name: string;
  /** Happens before the message is passed on. */
  before?(): Promise<void>;
  /** Happens when it has arrived, before its reply is told. */
  after?(): Promise<void>;
}

export interface Incident {
  point: Point;
  fault: FaultName | Deed;
  /** For `refused`, which must stand before its message comes: the message before that, or null for the first. */
  after?: Point | null;
  /** For `refused`: how many of the client's tries it outlasts. */
  tries?: number;
}

/** What a fault needs of the world around the wire. */
export interface Hands {
  kill(instance: string): void;
  pause(instance: string): void;
}

/** Longer limits for a machine that others use too: with FAULT_PACE=2 all of them are twice as long. */
export const PACE = Number(process.env.FAULT_PACE ?? 1);

/**
 * Longest wait of the service for a reply of each dependency; all but the last are settings. A settlement ends before
 * a transaction of MPP would be sent again (after 2 s), so that one that was lost stays lost.
 */
export const LIMITS_MS = {
  store: 500 * PACE,
  verify: 900 * PACE,
  settle: Math.min(1_200 * PACE, 1_900),
  rpc: 5_000,
};

/** MPP verifies and settles through the node, by the limits of a facilitator. */
const SOLANA_LIMITS_MS: Readonly<Record<string, number>> = {
  simulateTransaction: LIMITS_MS.verify,
  sendTransaction: LIMITS_MS.settle,
  getSignatureStatuses: LIMITS_MS.settle,
};

const limitOf = ({ dependency, label }: { dependency: Dependency; label: string }): number => {
  switch (dependency) {
    case "ledger":
    case "cache":
      return LIMITS_MS.store;
    case "primary":
    case "fallback":
      return label === "settle" ? LIMITS_MS.settle : LIMITS_MS.verify;
    case "base":
      return LIMITS_MS.rpc;
    case "solana":
      return SOLANA_LIMITS_MS[label] ?? LIMITS_MS.rpc;
  }
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const MARGIN_MS = 200;

/** Messages on the ledger's own protocol are JSON; so is what proxies of such services answer in their stead. */
const outOfOrder = (status: number) => ({
  status,
  headers: { "content-type": "application/json", "retry-after": "1" },
  body: Buffer.from(JSON.stringify({ error: "out of order" })),
});

/** Does to a message what the fault says. */
export async function befall(
  passage: Passage,
  message: Message,
  fault: FaultName | Deed | null,
  hands: Hands,
): Promise<void> {
  const { deliver, answer, cut } = passage;
  if (typeof fault === "object" && fault !== null) {
    await fault.before?.();
    const reply = await deliver();
    await fault.after?.();
    return answer(reply);
  }
  switch (fault) {
    case null:
    case "refused": // refusals stand before the message comes; the proxy does them
      return answer(await deliver());
    case "cut":
      return cut();
    case "lost":
      await deliver();
      return cut();
    case "late":
      await sleep(limitOf(message) + MARGIN_MS);
      return answer(await deliver());
    case "silent": {
      const reply = await deliver();
      await sleep(limitOf(message) + MARGIN_MS);
      return answer(reply);
    }
    case "twice-first": {
      answer(await deliver());
      await deliver();
      return;
    }
    case "twice-second":
      await deliver();
      return answer(await deliver());
    case "503":
    case "429":
      return answer(outOfOrder(Number(fault)));
    case "kill-before":
      hands.kill(passage.instance);
      return cut();
    case "kill-after":
      await deliver();
      hands.kill(passage.instance);
      return cut();
    case "pause":
      hands.pause(passage.instance);
      return answer(await deliver());
  }
}
