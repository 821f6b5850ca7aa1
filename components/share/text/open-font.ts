import { readFile } from "node:fs/promises";
import { Blob, Face, Font, Variation } from "harfbuzzjs";
import decompress from "woff2-encoder/decompress";

/** Fonts that stay open: those of one text and of many like it. */
const MOST_OPEN = 48;

const open = new Map<string, Promise<Font>>();

async function read(file: string, weight: number): Promise<Font> {
  const font = new Font(new Face(new Blob(await decompress(await readFile(file)))));
  font.setVariations([new Variation("wght", weight)]);
  return font;
}

/** A font of a file in that weight. Rejects where the file is missing or none. */
export function openFont(file: string, weight: number): Promise<Font> {
  const key = `${weight} ${file}`;
  const font = open.get(key) ?? read(file, weight);
  open.delete(key);
  open.set(key, font);
  font.catch(() => open.delete(key));
  const [oldest] = open.keys();
  if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest);
  return font;
}
