import { CircleCheck, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

export type Tone = "plain" | "good" | "warn" | "bad" | "unknown" | "price";

const LOOKS: Record<Tone, string> = {
  plain: "border border-rule text-muted",
  good: "border border-rule text-good",
  warn: "border border-rule text-accent",
  bad: "border border-rule text-bad",
  unknown: "border border-rule text-muted",
  price: "figures bg-coin text-on-coin",
};

/** Colour never says it alone: each tone that judges has a shape of its own beside its words. */
const SHAPES: Partial<Record<Tone, LucideIcon>> = {
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleX,
  unknown: CircleHelp,
};

export function Badge({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  const Shape = SHAPES[tone];
  return (
    <span
      className={classes(
        "inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-md px-2 py-0.5 text-note font-medium",
        LOOKS[tone],
      )}
    >
      {Shape !== undefined && <Shape className="size-3.5 shrink-0" aria-hidden="true" />}
      {children}
    </span>
  );
}
