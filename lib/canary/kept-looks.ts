import * as z from "zod";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import type { Look } from "./look";

/** Daily is enough for the schedule; what is older than two days says nothing of now. */
const KEPT_SEC = 2 * 86_400;

const keptLooks = z.object({
  at: z.iso.datetime(),
  looks: z.array(
    z.object({
      id: z.string(),
      provider: z.string(),
      alarm: z.string().nullable(),
      ageSec: z.number().nullable(),
    }),
  ),
});
export type KeptLooks = z.infer<typeof keptLooks>;

/** Keeps what the last round of probes saw, for who asks how the providers do. Its loss costs that answer alone. */
export async function keepLooks(looks: readonly Look[], at: Date): Promise<void> {
  const kept: KeptLooks = {
    at: at.toISOString(),
    looks: looks.map(({ id, provider, alarm, ageSec }) => ({ id, provider, alarm, ageSec })),
  };
  try {
    await cacheStore().set(keys.canaryLooks(), JSON.stringify(kept), { ex: KEPT_SEC });
  } catch (error) {
    log.warn("looks_not_kept", { why: describe(error) });
  }
}

/** What the last round saw; null where there was none within two days. Throws without a store. */
export async function lastLooks(): Promise<KeptLooks | null> {
  const text = await cacheStore().get<string>(keys.canaryLooks());
  return text === null ? null : keptLooks.parse(JSON.parse(text));
}
