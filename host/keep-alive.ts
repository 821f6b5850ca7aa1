/**
 * In the place of lib/http/keep-alive.ts in this host's bundle (scripts/bundle-host.ts): the process itself stays alive,
 * so work that outlives its response only needs to be waited for when the process is told to end.
 */
const underWay = new Set<Promise<unknown>>();

export function keepAlive(work: Promise<unknown>): void {
  const quiet = work.catch(() => undefined); // the caller that started the work handles its failure
  underWay.add(quiet);
  void quiet.then(() => underWay.delete(quiet));
}

/** Resolves when no such work is left, that which it starts itself included. */
export async function workIsDone(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
