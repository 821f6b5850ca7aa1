import * as z from "zod";

/**
 * What is wrong with the raw text of a token's name or symbol. `control`: control or bidirectional characters, which
 * show another text than the one stored. `hidden`: characters without any shape. `scripts`: one word in letters of two
 * scripts that look alike. `words`: a link, a handoff line or a verdict. `none`: nothing of these.
 */
export const nameProblem = z.enum(["none", "words", "scripts", "hidden", "control"]);
export type NameProblem = z.infer<typeof nameProblem>;

/** Emoji join and select their forms by characters that have no shape. */
const EMOJI_PARTS = /\p{Extended_Pictographic}[\u200D\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}]*/gu;
const CONTROL = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cn}\p{Co}\p{Cs}]/u;
/** Scripts whose letters imitate each other. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
const WORDS = /A2A\||https?:|www\.|\b(?:clear|verified|audited|no problem found)\b/i;

const hasMixedWord = (text: string): boolean =>
  text.split(/[^\p{L}\p{M}]+/u).some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);

function problemOf(raw: string): NameProblem {
  const text = raw.replace(EMOJI_PARTS, "");
  if (CONTROL.test(text)) return "control";
  if (HIDDEN.test(text)) return "hidden";
  if (hasMixedWord(text)) return "scripts";
  return WORDS.test(text) ? "words" : "none";
}

/** Judges the worst of some raw texts. Null if none of them has any text. */
export function worstName(raws: readonly (string | null | undefined)[]): NameProblem | null {
  const found = raws
    .filter((raw) => typeof raw === "string" && raw !== "")
    .map((raw) => problemOf(raw ?? ""));
  return worstOf(found);
}

/** The worst of some problems, those unknown left out; null if all are unknown. */
export function worstOf(problems: readonly (NameProblem | null | undefined)[]): NameProblem | null {
  const order = nameProblem.options;
  return problems.reduce<NameProblem | null>(
    (worst, one) => (one && (worst === null || order.indexOf(one) > order.indexOf(worst)) ? one : worst),
    null,
  );
}
