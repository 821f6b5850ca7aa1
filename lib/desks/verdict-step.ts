import type { Signal } from "@/lib/catalog/intel/signals";

/** What S, A and R of a verdict say while the futures market is not one-sided; docs/method.md, "Verdict". */
export function verdictStep(s: number, a: number, r: number): Signal {
  if (s <= -0.25) return "avoid";
  if (s >= 0.35 && a >= 0.6 && r < 0.7) return "snipe";
  if (s >= 0.2) return "follow";
  return "watch";
}
