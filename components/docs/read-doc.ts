import { readFileSync } from "node:fs";
import path from "node:path";
import { lexer, type Token } from "marked";

export interface DocSection {
  title: string;
  tokens: readonly Token[];
}

/**
 * The parts of a document of the repository, each under a heading of the second level. Read while pages are built: the
 * guides here and the documents there are the same words. Throws for a part that the document does not have.
 */
export function readDoc(file: string, titles: readonly string[]): DocSection[] {
  const tokens = lexer(readFileSync(path.join(process.cwd(), "docs", file), "utf8"));
  const starts = tokens.flatMap((token, at) => (token.type === "heading" && token.depth === 2 ? [at] : []));
  return titles.map((title) => {
    const start = starts.find((at) => {
      const token = tokens[at];
      return token?.type === "heading" && token.text === title;
    });
    if (start === undefined) throw new Error(`docs/${file} has no part "${title}"`);
    return {
      title,
      tokens: tokens.slice(
        start + 1,
        starts.find((at) => at > start),
      ),
    };
  });
}
