import * as z from "zod";
import { nameProblem } from "./text/name-problem";

/**
 * What a provider that examines tokens reports of one, in the same form for every chain: RugCheck on Solana, GoPlus on
 * EVM chains. Null is unknown, whether nobody looked or the provider does not say.
 */
const unknown = <T extends z.ZodType>(type: T) => type.nullable();

/** A holder that is no pool, no locker and no burn address; percent of the supply. */
export const holder = z.object({ owner: z.string(), pct: z.number() });
export type Holder = z.infer<typeof holder>;

/** So many holders and dangers are kept. */
export const KEPT_HOLDERS = 10;
export const KEPT_DANGERS = 10;

const tokenReport = z.object({
  name: unknown(z.string()),
  symbol: unknown(z.string()),
  /** The worst of its raw name and symbol; null if it gives neither. */
  nameProblem: unknown(nameProblem),
  /** Whether somebody can still make more of it. */
  mintAuthority: unknown(z.boolean()),
  /** Whether somebody can still freeze, pause or bar holders. */
  freezeAuthority: unknown(z.boolean()),
  rugged: unknown(z.boolean()),
  /** Whether somebody can take it out of others' wallets. */
  permanentDelegate: unknown(z.boolean()),
  /** Whether it can't be passed on or sold. */
  nonTransferable: unknown(z.boolean()),
  transferHook: unknown(z.boolean()),
  /** The larger of what buying and selling cost, where they differ. */
  transferFeePct: unknown(z.number()),
  /** Whether the issuer can still change the fee or tax. */
  feeChangeable: unknown(z.boolean()),
  /** Whether the code behind the token can be replaced. */
  codeChangeable: unknown(z.boolean()),
  /** Whether new holders' accounts start frozen. */
  frozenByDefault: unknown(z.boolean()),
  /** Lesser powers that the issuer still holds, in words. */
  lesserPowers: unknown(z.array(z.string())),
  /**
   * Risks that the provider calls dangers, and those of a level that this service doesn't know, each once. Null if the
   * provider left out one of the questions behind them and found no danger.
   */
  dangers: unknown(z.array(z.string())),
  /** How many further risks the provider warns of. */
  warnings: unknown(z.number()),
  /** The provider's own score: 0 to 100, higher is riskier. */
  normalised: unknown(z.number()),
  /** The ten largest holders, largest first; null when none are listed. */
  holders: unknown(z.array(holder)),
  creatorPct: unknown(z.number()),
  totalHolders: unknown(z.number()),
  liquidityUsd: unknown(z.number()),
  /** Share of the deepest pool's LP tokens that anybody could withdraw, 0 to 1. */
  lpUnlockedShare: unknown(z.number()),
  /** Whether the deepest pool's liquidity is positions, for which no LP tokens exist to lock. */
  positions: unknown(z.boolean()),
  /** Whether all of its markets are launchpads' curves, which have no LP tokens. */
  curveOnly: unknown(z.boolean()),
  /** The token that it pretends to be, by the provider's word. */
  impersonates: unknown(z.string()),
  detectedAt: unknown(z.string()),
});
export type TokenReport = z.infer<typeof tokenReport>;

/** `report` is null when the provider knows nothing of the token. */
export const reported = z.object({ report: unknown(tokenReport) });
export type Reported = z.infer<typeof reported>;
