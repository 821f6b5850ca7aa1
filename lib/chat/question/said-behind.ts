/**
 * Whether `then` is said anywhere behind `first`. Each is looked for once: a pattern of both, with anything between them, would
 * read on to the end of the text behind every `first`, which takes a text of nothing else the square of its length.
 */
export function saidBehind(text: string, first: RegExp, then: RegExp): boolean {
  const found = first.exec(text);
  return found !== null && then.test(text.slice(found.index + found[0].length));
}
