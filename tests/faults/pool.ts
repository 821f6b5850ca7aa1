import { startUpstream } from "@/sandbox/upstream/server";
import type { World } from "@/sandbox/world";
import { openSlot, type Slot } from "./slot";

/** Slots for cases to run in, one case a slot at a time. */
export interface Pool {
  use<T>(work: (slot: Slot) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A thin market: what the answers say matters to no case. */
const PROTOCOLS = 300;

/** `prepare` is what happens in each slot first. `launched`: the service of each sells for the own token, too. */
export async function openPool(
  sandbox: World,
  { size, launched, watched }: { size: number; launched: boolean; watched: boolean },
  prepare: (slot: Slot) => Promise<void>,
): Promise<Pool> {
  const upstream = await startUpstream({ port: 0, protocolRows: PROTOCOLS });
  const slots = await Promise.all(
    Array.from({ length: size }, (_, index) =>
      openSlot(
        sandbox,
        String.fromCharCode(97 + index).repeat(watched ? 3 : launched ? 2 : 1),
        upstream.url,
        launched,
        watched,
      ),
    ),
  );
  await Promise.all(slots.map(prepare));
  const free = [...slots];
  const waiting: ((slot: Slot) => void)[] = [];

  const take = (): Promise<Slot> =>
    new Promise((resolve) => {
      const slot = free.pop();
      if (slot === undefined) waiting.push(resolve);
      else resolve(slot);
    });
  const give = (slot: Slot): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(slot);
    else next(slot);
  };

  return {
    async use(work) {
      const slot = await take();
      try {
        return await work(slot);
      } finally {
        give(slot);
      }
    },
    async close() {
      await Promise.all(slots.map((slot) => slot.close()));
      await upstream.close();
    },
  };
}
