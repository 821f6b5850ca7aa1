/** Words of names that are too common to be looked for in a question. */
const COMMON = new Set([
  "the",
  "finance",
  "protocol",
  "network",
  "chain",
  "defi",
  "usd",
  "staked",
  "liquid",
  "swap",
  "dao",
  "one",
  "just",
  "sky",
  "v2",
  "v3",
  "v4",
]);

/** Whether a text names something that a provider lists: by its whole name, or by its first word where that is telling. */
export function names(text: string, name: string): boolean {
  const [first = ""] = name.toLowerCase().split(/[\s._-]+/);
  const said = text.toLowerCase();
  return holds(said, name.toLowerCase()) || (first.length >= 3 && !COMMON.has(first) && holds(said, first));
}

const holds = (text: string, word: string): boolean => {
  const at = text.indexOf(word);
  return (
    at >= 0 &&
    !/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ") &&
    !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? " ")
  );
};
