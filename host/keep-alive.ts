import { type Background, begun } from "@/lib/background";

/**
 * In the place of lib/http/keep-alive.ts in this host's bundle (scripts/bundle-host.ts): the process itself stays alive,
 * so work that outlives its response only needs to be waited for when the process is told to end.
 */
const underWay = new Set<Promise<unknown>>();
/** What begins behind an answer: its own, or another's that was ready before. */
const waiting: (() => Promise<unknown>)[] = [];

export const keepAlive: Background = (work) => {
  if (typeof work === "function") {
    waiting.push(work);
    return;
  }
  const quiet = work.catch(() => undefined); // the caller that started the work handles its failure
  underWay.add(quiet);
  void quiet.then(() => underWay.delete(quiet));
};

/** Begins what waits for an answer: an answer is ready. */
export function beginWaiting(): void {
  for (const work of waiting.splice(0)) keepAlive(begun(work));
}

/** Resolves when no such work is left, that which it starts itself included. */
export async function workIsDone(): Promise<void> {
  beginWaiting();
  while (underWay.size > 0) {
    await Promise.all(underWay);
    beginWaiting();
  }
}
