export type Lean = "long" | "short" | "neutral";

/** From this score on, either way, there is a direction to speak of. */
export const LEAN_FROM = 0.25;

/** The direction of a score from −1 to 1. */
export function leanOf(score: number | null): Lean | null {
  if (score === null) return null;
  if (score >= LEAN_FROM) return "long";
  return score <= -LEAN_FROM ? "short" : "neutral";
}
