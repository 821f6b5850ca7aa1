/**
 * Rows of a small CSV: commas, double quotes with `""` inside, any line end, byte-order mark dropped. Blank lines
 * are left out. Cells are trimmed. A last line without a line end is left out too: when an answer breaks off, half a
 * number looks like a number.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  for (const line of lines.slice(0, -1)) {
    if (line.trim() === "") continue;
    // A cell is either quoted, where a doubled quote stands for one, or everything up to the next comma.
    const cells = line.matchAll(/(?:^|,)(?:\s*"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/g);
    rows.push([...cells].map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? "").trim()));
  }
  return rows;
}
