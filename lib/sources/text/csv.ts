/** A cell is either quoted, where a doubled quote stands for one, or everything up to the next comma. */
const CELL = /^(?:\s*"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/;

function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let rest = `,${line}`;
  while (rest !== "") {
    rest = rest.slice(1); // the comma
    const [whole = "", quoted, plain = ""] = CELL.exec(rest) ?? [];
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    rest = rest.slice(whole.length);
  }
  return cells;
}

/**
 * Rows of a small CSV: commas, double quotes with `""` inside, any line end, byte-order mark dropped. Blank lines
 * are left out. Cells are trimmed. A last line without a line end is left out too: when an answer breaks off, half a
 * number looks like a number.
 */
export const parseCsv = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .slice(0, -1)
    .filter((line) => line.trim() !== "")
    .map(cellsOf);
