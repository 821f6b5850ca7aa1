import type { HeaderLines } from "../header-lines";
import { asObject, parseObject } from "../openapi";
import { readDocument, startsAsMarkup } from "../probes/answer";
import type { SiteResponse } from "../site-response";
import { untrustedText } from "../untrusted-text";
import type { ReadinessAnswers } from "./requests";

export type Verdict = "pass" | "fail" | "not_applicable" | "inconclusive";

/** What came of a check, in words of our own. */
export interface Judgement {
  verdict: Verdict;
  came: string;
  /** Whether such a document came, though one with faults: of several places its owner mends that one. */
  isThere?: boolean;
}

/** One row of the readiness table: what is asked, what it is worth, how to fix it. */
export interface ReadinessCheck {
  id: string;
  title: string;
  points: number;
  asked: string;
  fix: string;
  /** Where a header is what is missing. */
  headerLines?: HeaderLines;
  documentation: string;
  judge(answers: ReadinessAnswers): Judgement;
}

export const pass = (came: string): Judgement => ({ verdict: "pass", came });
export const fail = (came: string): Judgement => ({ verdict: "fail", came });
export const notApplicable = (came: string): Judgement => ({ verdict: "not_applicable", came });
export const inconclusive = (came: string): Judgement => ({ verdict: "inconclusive", came });

export type Json = Readonly<Record<string, unknown>>;

/** An answer's document, or the judgement that there is none to look at. */
export type Opened<T> = { ok: true; value: T } | { ok: false; judgement: Judgement };

/**
 * Opens a text of one of those media types. A site that answers anything with its page is caught here: another type,
 * or a document that starts as markup, is a failure whatever the status says.
 */
export function openText(
  answer: SiteResponse | null,
  types: RegExp,
): Opened<{ text: string; truncated: boolean }> {
  const read = readDocument(answer);
  if (read.kind === "none")
    return {
      ok: false,
      judgement: read.status === "inconclusive" ? inconclusive(read.observed) : fail(read.observed),
    };
  if (!types.test(read.type))
    return no(
      read.type === ""
        ? "An answer without a content type."
        : `An answer of the wrong content type: ${untrustedText(read.type).slice(0, 80)}.`,
    );
  if (startsAsMarkup(read.text) && !/xml/.test(read.type)) return no("A page came instead of the document.");
  return { ok: true, value: { text: read.text, truncated: read.truncated } };
}

/** Opens a JSON object of one of those media types. */
export function openJson(answer: SiteResponse | null, types: RegExp): Opened<Json> {
  const opened = openText(answer, types);
  if (!opened.ok) return opened;
  const value = parseObject(opened.value.text);
  if (value !== null) return { ok: true, value };
  return opened.value.truncated
    ? { ok: false, judgement: inconclusive("The document is longer than is read.") }
    : no("The answer is not a JSON object.");
}

/** The fields that a document has to have, and whether each is as it has to be; of a list that is missing none but its own. */
export type Fields = Readonly<Record<string, boolean>>;

/** Judges a JSON document by its required fields; `came` says that it is whole. Names those that are not. */
export function judgeDocument(
  answer: SiteResponse | null,
  required: (document: Json) => Fields,
  came: string,
): Judgement {
  const opened = openJson(answer, JSON_TYPE);
  if (!opened.ok) return opened.judgement;
  const wrong = Object.entries(required(opened.value)).flatMap(([field, good]) => (good ? [] : [field]));
  return wrong.length === 0
    ? pass(came)
    : {
        ...fail(`A document whose required fields are missing or wrong: ${wrong.join(", ")}.`),
        isThere: true,
      };
}

const no = (came: string): { ok: false; judgement: Judgement } => ({ ok: false, judgement: fail(came) });

/** The first answer that passes; else the first that could not be judged; else the first failure, of a document before others. */
export function best(judgements: readonly Judgement[]): Judgement {
  const first = (verdict: Verdict): Judgement | undefined =>
    judgements.find((one) => one.verdict === verdict);
  return (
    first("pass") ??
    first("inconclusive") ??
    judgements.find(({ isThere }) => isThere) ??
    first("fail") ??
    fail("Nothing was asked.")
  );
}

export const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
export const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);
/** The objects of a list; null where it is no list, is empty, or holds anything else. */
export function objectsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const objects = value.map(asObject).filter((one) => one !== null);
  return objects.length === value.length ? objects : null;
}

/** A link as an absolute web address, or null. */
export function webAddress(value: unknown, base: string): URL | null {
  if (!isText(value) || !URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

export const JSON_TYPE = /^application\/(?:[a-z0-9.-]+\+)?json$/;
export const TEXT_TYPE = /^text\/(?:plain|markdown)$/;
