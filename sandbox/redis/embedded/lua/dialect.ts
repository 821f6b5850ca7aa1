import type { Bytes } from "../numbers";

/** A script that Lua 5.1, which Redis runs, would not compile. */
export class DialectError extends Error {
  override name = "DialectError";
}

const LEXEMES: readonly [kind: string, pattern: RegExp][] = [
  ["space", /[ \t\r\n\f\v]+/y],
  ["comment", /--\[(=*)\[[^]*?\]\1\]|--(?!\[=*\[)[^\n]*/y],
  ["long", /\[(=*)\[[^]*?\]\1\]/y],
  ["unfinished", /(?:--)?\[=*\[[^]*/y],
  ["string", /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/y],
  ["number", /0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y],
  ["name", /[A-Za-z_][A-Za-z0-9_]*/y],
  ["joined", /\.\.(?!\.)|%/y],
  ["newer", /\/\/|<<|>>|::|&|\||~(?!=)/y],
  ["other", /\.\.\.|[^]/y],
];

/** Reads `10` and `0x10` as floating point, the only kind of number in Lua 5.1. */
function numeral(text: string): string {
  if (/^[0-9]+$/.test(text)) return `${text}.0`;
  if (!/^0x/i.test(text)) return text;
  const value = String(Number(text));
  return value.includes("e") ? value : `${value}.0`;
}

/** In Lua 5.1 a backslash before a letter without a meaning is nothing; in 5.4 it is an error. */
const quoted = (text: string): string =>
  text.replace(/\\([^])/g, (escape: string, after: string) =>
    /[abfnrtv\\"'\n\r0-9]/.test(after) ? escape : after,
  );

const lineOf = (source: string, at: number) => source.slice(0, at).split("\n").length;

/**
 * Rewrites a script of Lua 5.1 so that 5.4 runs it alike, line by line:
 * - every number becomes floating point, so that none is exact beyond 2^53 or overflows;
 * - `a .. b` becomes `a .. __joint .. b` and `a % b` becomes `a % __joint % b`, which then do what 5.1 does: there is
 *   no other way to tell an operator what to make of two numbers;
 * - operators that came after 5.1 are refused.
 * Anything else that does not compile is left for the compiler to say.
 * @throws DialectError
 */
export function toLua54(source: Bytes): Bytes {
  let out = "";
  for (let at = 0; at < source.length;) {
    for (const [kind, pattern] of LEXEMES) {
      pattern.lastIndex = at;
      const text = pattern.exec(source)?.[0];
      if (text === undefined) continue;
      if (kind === "newer")
        throw new DialectError(
          `user_script:${lineOf(source, at)}: unexpected symbol near '${text[0] ?? ""}'`,
        );
      at += text.length;
      out += kind === "number" ? numeral(text) : kind === "string" ? quoted(text) : text;
      if (kind === "joined") out += ` __joint ${text} `;
      break;
    }
  }
  return out;
}
