import { isRecord } from "../is-record";
import type { ListedTool } from "./listed-tool";

/** As many tools must say the same of an argument for the list to say it once. */
const MANY = 3;

/** What tools say of an argument that they share, by its name. */
export type SharedWords = ReadonlyMap<string, string>;

/** What a tool says of an argument; undefined where it says nothing. */
const wordsOf = (property: unknown): string | undefined =>
  isRecord(property) && typeof property.description === "string" ? property.description : undefined;

/** For each argument that many tools describe alike, the description that most of them have. */
function findShared(tools: readonly ListedTool[]): SharedWords {
  const counts = new Map<string, Map<string, number>>();
  for (const tool of tools)
    for (const [name, property] of Object.entries(tool.inputSchema.properties)) {
      const words = wordsOf(property);
      if (words === undefined) continue;
      const said = counts.get(name) ?? new Map<string, number>();
      counts.set(name, said.set(words, (said.get(words) ?? 0) + 1));
    }
  const shared = new Map<string, string>();
  for (const [name, said] of counts) {
    const [words, count] = [...said].reduce((most, other) => (other[1] > most[1] ? other : most));
    if (count >= MANY) shared.set(name, words);
  }
  return shared;
}

function leaveOut(tool: ListedTool, shared: SharedWords): ListedTool {
  const { properties, ...schema } = tool.inputSchema;
  const bare = { ...properties };
  for (const [name, property] of Object.entries(properties)) {
    const words = wordsOf(property);
    if (words === undefined || words !== shared.get(name) || !isRecord(property)) continue;
    const { description: _said, ...rest } = property;
    bare[name] = rest;
  }
  return { ...tool, inputSchema: { ...schema, properties: bare } };
}

/**
 * The tools without the words that many of them have for the same argument, and those words: a model reads the list
 * whole, so that what is said once is enough. An argument that a tool describes otherwise keeps its own words.
 */
export function sayOnce(tools: readonly ListedTool[]): { tools: ListedTool[]; shared: SharedWords } {
  const shared = findShared(tools);
  return { tools: tools.map((tool) => leaveOut(tool, shared)), shared };
}

/** The shared words as a text. */
export const inWords = (shared: SharedWords): string =>
  shared.size === 0
    ? ""
    : `Arguments that a tool lists without words mean:\n${[...shared].map(([name, words]) => `- ${name}: ${words}`).join("\n")}`;
