import { byScore } from "../candidate";
import { perValue } from "../per-value";
import type { Score } from "../score";
import { safetyOf, type TokenSafety } from "../token-safety";
import { type ScreenInputs, screenOf, type ScreenToken, shown } from "../token-screen";
import { type Motion, momentumScore, motionOf } from "./score";
import { belongs, type Rotation } from "./theme";

/** A token of the rotation with how it moves, how safe it is, and the score of both. */
export interface Scored extends Score {
  address: string;
  name: string;
  market: ReturnType<typeof shown>;
  motion: Motion;
  safety: TokenSafety;
}

const toScored = perValue((token: ScreenToken): Scored => {
  const safety = safetyOf(token.facts, token.address, null);
  const motion = motionOf(token);
  const market = shown(token);
  const { address } = token;
  return { address, name: market.name, market, motion, safety, ...momentumScore(motion, safety.verdict) };
});

/** Highest score first; the address makes it one order. */
const inOrder = (a: Scored, b: Scored): number => byScore(a, b) || (a.address < b.address ? -1 : 1);

/** The rotation's tokens, highest score first. */
export const ranked = ({ chain, theme }: Rotation, screen: ScreenInputs, now: Date): Scored[] =>
  screenOf(screen, chain, now)
    .filter((token) => belongs(theme, token))
    .map((token) => toScored(token))
    .sort(inOrder);

/** Those that would stand first if all were safe, without what is known to be a danger. */
export const liveliest = (rotation: Rotation, screen: ScreenInputs, now: Date): string[] =>
  ranked(rotation, screen, now)
    .filter(({ safety }) => safety.verdict !== "danger")
    .map((one) => ({ ...one, ...momentumScore(one.motion, "clear") }))
    .sort(inOrder)
    .map(({ address }) => address);
