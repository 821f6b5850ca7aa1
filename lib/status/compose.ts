import type { KeptLooks } from "@/lib/canary/kept-looks";
import type { AnswerOf } from "@/lib/catalog/define";
import type { statusEntry } from "./entry";

type Status = AnswerOf<typeof statusEntry>;

/** What was read of the stores; null for what could not be. */
export interface StatusInputs {
  now: Date;
  sold: readonly { label: string; path: string; summary: string }[];
  lastSales: ReadonlyMap<string, Date> | null;
  counts: ReadonlyMap<string, number> | null;
  facilitators: readonly { name: string; state: Status["facilitators"][number]["state"] }[];
  looks: KeptLooks | null;
  cacheUp: boolean;
}

const shareOf = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((part / all) * 1e4) / 1e4;

/** `settle:<facilitator>:<outcome>`, summed over the outcomes, and those that settled. */
function settlementsOf(
  counts: ReadonlyMap<string, number>,
  name: string,
): { settled: number; asked: number } {
  const own = [...counts].filter(([event]) => event.startsWith(`settle:${name}:`));
  return {
    settled: counts.get(`settle:${name}:settled`) ?? 0,
    asked: own.reduce((sum, [, count]) => sum + count, 0),
  };
}

function providersOf({ looks }: KeptLooks): Status["providers"]["list"] {
  return [...new Set(looks.map(({ provider }) => provider))].map((provider) => {
    const own = looks.filter((look) => look.provider === provider);
    const alarms = own.flatMap(({ id, alarm }) => (alarm === null ? [] : [{ id, alarm }]));
    return { provider, sources: own.length, alarms };
  });
}

const NO_LEDGER = "The ledger can't be reached: nothing is sold at the moment, and last sales are unknown.";
const NO_CACHE = "The cache can't be reached: counts, facilitators and providers are unknown.";
const NO_LOOKS = "No round of probes within the last two days: how the providers do is unknown.";

/** The status as one document. Pure. */
export function statusOf({
  now,
  sold,
  lastSales,
  counts,
  facilitators,
  looks,
  cacheUp,
}: StatusInputs): Status {
  return {
    ok: true,
    at: now.toISOString(),
    stores: { ledger: lastSales === null ? "down" : "up", cache: cacheUp ? "up" : "down" },
    routes: sold.map(({ label, path, summary }) => {
      const answered = counts === null ? null : (counts.get(`sale:${label}:answered`) ?? 0);
      const failed = counts === null ? null : (counts.get(`sale:${label}:failed`) ?? 0);
      return {
        ...{ label, path, summary, answered, failed },
        lastSale: lastSales?.get(path)?.toISOString() ?? null,
        successShare: answered === null || failed === null ? null : shareOf(answered, answered + failed),
      };
    }),
    facilitators: facilitators.map(({ name, state }) => ({
      ...{ name, state },
      ...(counts === null ? { settled: null, asked: null } : settlementsOf(counts, name)),
    })),
    providers: { checkedAt: looks?.at ?? null, list: looks === null ? [] : providersOf(looks) },
    notes: [
      ...(lastSales === null ? [NO_LEDGER] : []),
      ...(cacheUp ? [] : [NO_CACHE]),
      ...(cacheUp && looks === null ? [NO_LOOKS] : []),
    ],
  };
}
