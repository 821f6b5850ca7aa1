import type { Tone } from "@/components/ui/badge";
import type { StatusAnswer } from "@/lib/status/answer";

/** Whether it sells, in a few words; more is claimed only of what was looked at. */
export function verdictOf({ ok, stores, providers, facilitators }: StatusAnswer): {
  tone: Tone;
  title: string;
} {
  if (stores.ledger === "down") return { tone: "bad", title: "Nothing is sold at the moment" };
  if (!facilitators.some(({ state }) => state === "up"))
    return { tone: "bad", title: "No facilitator takes payments at the moment" };
  if (!ok) return { tone: "bad", title: "Nothing is sold at the moment" };
  const alarms = providers.list.filter((one) => one.alarms.length > 0).length;
  if (alarms > 0)
    return { tone: "warn", title: `Selling; ${alarms} of ${providers.list.length} providers with an alarm` };
  return { tone: "good", title: providers.checkedAt === null ? "Selling" : "Everything works" };
}
