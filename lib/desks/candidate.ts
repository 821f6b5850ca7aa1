import type * as z from "zod";
import type {
  CANDIDATE_STATUSES,
  CandidateKind,
  InsiderSignal,
  KolLine,
  RiskFlag,
} from "@/lib/catalog/intel/answers/candidate";
import type { headline } from "@/lib/catalog/intel/answers/envelope";
import { EVIDENCE_CLASSES, type EvidenceClass } from "@/lib/catalog/intel/candidate";
import { evidenceClassOf, type Measured } from "./evidence-order";

type Headline = z.input<typeof headline>;

/** A candidate as its desk found it, without what is the same for every desk. */
export interface Found<Kind extends CandidateKind, Onchain> {
  kind: Kind;
  name: string;
  symbol: string | null;
  chain: string | null;
  venue: string | null;
  /** ISO 8601 in UTC, as all times here. */
  eventTime: string | null;
  firstSeen: string | null;
  url: string | null;
  evidence: readonly string[];
  status: (typeof CANDIDATE_STATUSES)[number];
  onchain: Onchain;
  /** Of what its own figures are; null: it has none. */
  measured: Measured;
  riskFlags: readonly RiskFlag[];
}

/** What others say of a candidate. */
export interface Context {
  /** Headlines that name it, newest first; the first three are shown. Null when none could be read. */
  narrative: readonly Headline[] | null;
  insider: Insider;
  institutional: { topPosRatio: number | null; fundingPct: number | null } | null;
}

/** Creator signals about an asset, and lines about who made them. */
export interface Insider {
  signals: readonly InsiderSignal[];
  kol: readonly KolLine[];
}

/** Gives the creator signals about an asset, newest first. */
export type InsiderOf = (asset: { name: string; symbol: string | null; address?: string }) => Insider;

export const NO_INSIDER: Insider = { signals: [], kol: [] };

/** For as long as there is no lounge. */
export const noInsider: InsiderOf = () => NO_INSIDER;

/** From this score on a candidate may be acted on. */
export const ACTIONABLE_SCORE = 60;
const MAX_NARRATIVE = 3;

/** The candidate with everything that is the same for every desk; the desk adds its own score (0 to 100) beside it. */
export function candidateOf<Kind extends CandidateKind, Onchain>(
  found: Found<Kind, Onchain>,
  context: Context,
  score: number | null,
) {
  const { evidence, riskFlags, measured, ...rest } = found;
  const { narrative, insider, institutional } = context;
  return {
    ...rest,
    evidence: evidenceInOrder(evidence, context),
    restsOn: evidenceClassOf(context, measured),
    insiderSignals: [...insider.signals],
    institutional,
    narrative: narrative?.slice(0, MAX_NARRATIVE) ?? null,
    kol: [...insider.kol],
    riskFlags: [...riskFlags],
    actionable: isActionable(found, score),
  };
}

const counted = (count: number, noun: string): string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}.`];

/** Creator signals, then positioning, then what the desk measured, then headlines, then who the creators are. */
const evidenceInOrder = (
  measured: readonly string[],
  { insider, institutional, narrative }: Context,
): string[] => [
  ...counted(insider.signals.length, "creator signal"),
  ...(institutional === null ? [] : ["Futures positioning is known: see institutional."]),
  ...measured,
  ...counted(Math.min(MAX_NARRATIVE, narrative?.length ?? 0), "headline"),
  ...counted(insider.kol.length, "creator line"),
];

/** Score of at least 60, no danger flag, and announced or live. */
export function isActionable(
  { status, riskFlags }: Pick<Found<CandidateKind, unknown>, "status" | "riskFlags">,
  score: number | null,
): boolean {
  const danger = riskFlags.some(({ level }) => level === "danger");
  return (
    score !== null && score >= ACTIONABLE_SCORE && !danger && (status === "announced" || status === "live")
  );
}

/** Highest score first, what has none last; equals by name, so that the order never depends on the input's. */
export function byScore(
  a: { name: string; score: number | null },
  b: { name: string; score: number | null },
): number {
  return (b.score ?? -1) - (a.score ?? -1) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

const MAX_SUMMARY = 200;
/** Addresses are longer than names, and no stranger fills the line with them. */
const MAX_WITH_ADDRESSES = 300;
const NAMED = 3;
/** An address is as long as five names. */
const NAMED_BY_ADDRESS = 2;

interface Summed {
  name: string;
  symbol: string | null;
  score: number | null;
  actionable: boolean;
  restsOn: EvidenceClass | null;
}

/** How many candidates rest on each class, the strongest first, such as `2 insider, 5 onchain`. */
const classesOf = (candidates: readonly { restsOn: EvidenceClass | null }[]): string =>
  EVIDENCE_CLASSES.map((one) => [one, candidates.filter(({ restsOn }) => restsOn === one).length] as const)
    .filter(([, count]) => count > 0)
    .map(([one, count]) => `${count} ${one}`)
    .join(", ");

/**
 * The candidates in one line of at most 200 characters; where names can be borrowed, by their addresses instead. Such as
 * `3 listing candidates of 41 looked at, 1 actionable. Evidence: 3 onchain. First: WIF 72, BONK 58, POPCAT 41.`
 */
export function summaryOf<Candidate extends Summed>(
  kind: CandidateKind,
  candidates: readonly Candidate[],
  lookedAt: number,
  addressOf?: (one: Candidate) => string,
): string {
  const count = candidates.length;
  const of = `${lookedAt} looked at`;
  if (count === 0) return `No ${kind} candidate among ${of}.`;
  const actionable = candidates.filter((one) => one.actionable).length;
  const first = candidates
    .slice(0, addressOf === undefined ? NAMED : NAMED_BY_ADDRESS)
    .map((one) => `${addressOf?.(one) ?? shortName(one.symbol ?? one.name)} ${one.score ?? "unscored"}`)
    .join(", ");
  const noun = count === 1 ? "candidate" : "candidates";
  const classes = classesOf(candidates);
  const rests = classes === "" ? "" : ` Evidence: ${classes}.`;
  const most = addressOf === undefined ? MAX_SUMMARY : MAX_WITH_ADDRESSES;
  return `${count} ${kind} ${noun} of ${of}, ${actionable} actionable.${rests} First: ${first}.`.slice(
    0,
    most,
  );
}

const MAX_NAME = 16;

/** A stranger's name, cut so that it can't fill the line, never in the middle of a character. */
const shortName = (name: string): string => {
  const letters = [...name];
  return letters.length <= MAX_NAME ? name : `${letters.slice(0, MAX_NAME - 1).join("")}…`;
};
