import { parseJson } from "../fetcher/answer";

/** A string, or a number: in JSON text nothing else holds digits. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** From 16 digits on a whole number may be over 2^53, where a double no longer holds each of them. */
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * JSON whose long whole numbers (16 digits and more) become strings of their digits: token balances are whole numbers
 * of up to 20 digits and more, and reading them as doubles changes them. Throws SourceError `schema`.
 */
export const parseExactJson = (text: string): unknown =>
  parseJson(text.replace(STRING_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token)));
