import type { Bytes } from "./numbers";

/** One place of a pattern: any run of bytes (`*`), or one byte that passes a test. */
type Token = "run" | ((byte: string) => boolean);

/** A class such as `[a-z]` or `[^x]` that starts after its bracket. An unclosed one ends with the pattern. */
function readClass(pattern: Bytes, start: number): [Token, number] {
  const negated = pattern[start] === "^";
  const ranges: [string, string][] = [];
  let at = negated ? start + 1 : start;
  for (; at < pattern.length && pattern[at] !== "]"; at++) {
    if (pattern[at] === "\\" && at + 1 < pattern.length) at++;
    const low = pattern[at] ?? "";
    const ranged = pattern[at + 1] === "-" && at + 2 < pattern.length && pattern[at] !== undefined;
    const high = ranged ? (pattern[at + 2] ?? low) : low;
    ranges.push(low <= high ? [low, high] : [high, low]);
    if (ranged) at += 2;
  }
  return [(byte) => ranges.some(([low, high]) => byte >= low && byte <= high) !== negated, at + 1];
}

function tokens(pattern: Bytes): Token[] {
  const all: Token[] = [];
  for (let at = 0; at < pattern.length;) {
    const here = pattern[at++] ?? "";
    if (here === "*") all.push("run");
    else if (here === "?") all.push(() => true);
    else if (here === "[") {
      const [token, next] = readClass(pattern, at);
      all.push(token);
      at = next;
    } else {
      const literal = here === "\\" && at < pattern.length ? (pattern[at++] ?? "") : here;
      all.push((byte) => byte === literal);
    }
  }
  return all;
}

/**
 * Redis' glob: `*`, `?`, `[a-z]`, `[^a]` and `\` before a byte meant as itself. The matcher only ever goes back to
 * the last `*`, so no pattern makes it slow.
 */
export function globMatcher(pattern: Bytes): (text: Bytes) => boolean {
  const parts = tokens(pattern);
  return (text) => {
    let [part, at] = [0, 0];
    let resume: { part: number; at: number } | undefined;
    while (at < text.length || part < parts.length) {
      const token = parts[part];
      if (token === "run") {
        resume = { part: ++part, at };
      } else if (token !== undefined && at < text.length && token(text[at] ?? "")) {
        part++;
        at++;
      } else if (resume !== undefined && resume.at < text.length) {
        resume.at++;
        ({ part, at } = resume);
      } else return false;
    }
    return true;
  };
}
