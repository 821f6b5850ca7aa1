import type { AnswerOf } from "@/lib/catalog/define";
import type { DeskName, DeskReads, EntryOf } from "../desks/read-desks";

/** A figure that a chart card can show. */
export interface Figure {
  label: string;
  value: number;
  /** As it is written beside its bar. */
  shown: string;
}

/** What is said of one topic: the answer first, then what it rests on. All of it is text, and none of it markup. */
export interface Section {
  title: string;
  /** The answer in a sentence or two. */
  lead: string;
  points: readonly string[];
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] };
  figures?: readonly Figure[];
  /** What was asked and is not known, in sentences. */
  gaps?: readonly string[];
}

export type AnswerFrom<N extends DeskName> = AnswerOf<EntryOf<N>>;

/** A desk's answer, if it was read and gave one. */
export const answerOf = <N extends DeskName>(
  reads: DeskReads,
  name: N,
): NonNullable<DeskReads[N]>["answer"] | null => reads[name]?.answer ?? null;
