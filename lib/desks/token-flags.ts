import type { RiskFlag } from "@/lib/catalog/intel/answers/candidate";
import { HARD_POINTS, type TokenSafety } from "./token-safety";

/** A token's safety as flags of a candidate: one for each check that costs points, and one for the verdict. */
export function flagsOf({ verdict, risk, missing, checks }: TokenSafety): RiskFlag[] {
  const found = checks
    .filter(({ points }) => points > 0)
    .map(({ id, points, value, source }): RiskFlag => ({
      id,
      level: points >= HARD_POINTS ? "danger" : "caution",
      detail:
        id === "impostor"
          ? `It bears the name of a verified token, whose address is ${String(value)}, by ${source}.`
          : `${id} is ${String(value)}, by ${source}: ${points} points of risk.`,
    }));
  if (verdict === "unknown")
    found.push({
      id: "safety-unknown",
      level: "caution",
      detail: `Too little could be read to judge it${missing.length === 0 ? "" : `: ${missing.join(", ")}`}.`,
    });
  const broken = found.some(({ level }) => level === "danger");
  if (verdict === "danger" && !broken)
    found.push({ id: "safety-danger", level: "danger", detail: `Its points of risk add up to ${risk}.` });
  return found;
}
