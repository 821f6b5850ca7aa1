import type { KeptLooks } from "@/lib/canary/kept-looks";
import type { AnswerOf } from "@/lib/catalog/define";
import type { ScheduleHealth } from "@/lib/payments/health/schedules";
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
  schedules: readonly ScheduleHealth[] | null;
  canSell: boolean;
  ledgerUp: boolean;
  cacheUp: boolean;
  chainsAnswer: boolean;
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

const NO_LEDGER = "The ledger takes no writes: nothing is sold at the moment.";
const NO_SALES = "The ledger can't be read: last sales are unknown.";
const NO_FACILITATOR = "No facilitator takes payments at the moment.";
const NO_CHAIN = "No chain answers at the moment.";
const NO_CACHE = "The cache can't be reached: counts, facilitators and providers are unknown.";
const NO_LOOKS = "No round of probes within the last two days: how the providers do is unknown.";

const isDown = ({ facilitators }: StatusInputs): boolean =>
  !facilitators.some(({ state }) => state === "up" || state === "unknown");

function degradedOf(inputs: StatusInputs): Status["degraded"] {
  const { ledgerUp, cacheUp, facilitators, chainsAnswer, schedules, looks } = inputs;
  return [
    ...(ledgerUp ? [] : (["ledger"] as const)),
    ...(cacheUp ? [] : (["cache"] as const)),
    ...(facilitators.some(({ state }) => state === "failing" || state === "off")
      ? (["facilitators"] as const)
      : []),
    ...(chainsAnswer ? [] : (["chains"] as const)),
    ...((schedules ?? []).some(({ isLate }) => isLate) ? (["schedules"] as const) : []),
    ...((looks?.looks ?? []).some(({ alarm }) => alarm !== null) ? (["providers"] as const) : []),
  ];
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** The status as one document. Pure. */
export function statusOf(inputs: StatusInputs): Status {
  const { now, sold, lastSales, counts, facilitators, looks, schedules, canSell, ledgerUp, cacheUp } = inputs;
  return {
    ok: canSell,
    at: now.toISOString(),
    degraded: degradedOf(inputs),
    stores: { ledger: ledgerUp ? "up" : "down", cache: cacheUp ? "up" : "down" },
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
    schedules: (schedules ?? []).map(({ name, lastSuccess, due }) => ({
      ...{ name, lastRun: isoOf(lastSuccess), due: isoOf(due) },
    })),
    providers: { checkedAt: looks?.at ?? null, list: looks === null ? [] : providersOf(looks) },
    notes: [
      ...(ledgerUp ? [] : [NO_LEDGER]),
      ...(lastSales === null ? [NO_SALES] : []),
      ...(isDown(inputs) ? [NO_FACILITATOR] : []),
      ...(inputs.chainsAnswer ? [] : [NO_CHAIN]),
      ...(cacheUp ? [] : [NO_CACHE]),
      ...(cacheUp && looks === null ? [NO_LOOKS] : []),
    ],
  };
}
