/** What fees must make up for: Milionis et al., "Automated Market Making and Loss-Versus-Rebalancing" (2022). */

/** Bins of a position as the pool's own page opens it: 34.5 on each side. */
const HALF_POSITION_BINS = 34.5;

export type IlRisk = "low" | "medium" | "high";

export interface Risk {
  /**
   * A*: how many times the loss of a position over the whole range, σ²/8 a day, the fees are. Null where σ is 0: then
   * any fee is more than the loss.
   */
  concentration: number | null;
  /** w*: fees cover the expected loss only of positions wider than ±w*, in log price. Null when A* is 1 or less. */
  halfWidth: number | null;
  ilRisk: IlRisk;
}

/** w_d: half the width of a 69-bin position, in log price. `binStep` in basis points. */
export const positionHalfWidth = (binStep: number): number => (HALF_POSITION_BINS * binStep) / 1e4;

/**
 * Loss and fees of a pool. `dailyFees`: a day's fees over TVL, a fraction above 0; `sigma`: standard deviation of a
 * day's log return; `binStep` in basis points. A range of ±w multiplies the whole range's loss by 1/(1 − e^(−w/2)).
 */
export function riskOf(dailyFees: number, sigma: number, binStep: number): Risk {
  const loss = sigma ** 2 / 8;
  if (loss === 0) return { concentration: null, halfWidth: 0, ilRisk: "low" };
  const concentration = dailyFees / loss;
  if (concentration <= 1) return { concentration, halfWidth: null, ilRisk: "high" };
  const halfWidth = -2 * Math.log(1 - 1 / concentration);
  const position = positionHalfWidth(binStep);
  const ilRisk = halfWidth <= position ? "low" : halfWidth <= 3 * position ? "medium" : "high";
  return { concentration, halfWidth, ilRisk };
}

/**
 * Chance that the price leaves ±w within a day: min(1, 4·(1 − Φ(w/σ))), by reflection at both ends. Null where σ is 0
 * and so is w.
 */
export function exitProbability(halfWidth: number, sigma: number): number | null {
  if (sigma === 0) return halfWidth > 0 ? 0 : null;
  return Math.min(1, 4 * upperTail(halfWidth / sigma));
}

/** 1 − Φ(x) for x ≥ 0, to 7.5e-8: Abramowitz & Stegun 26.2.17. */
function upperTail(x: number): number {
  const t = 1 / (1 + 0.2316419 * x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return density * poly;
}
