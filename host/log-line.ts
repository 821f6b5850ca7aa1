/**
 * Takes the place of lib/http/log-line.ts in this host's bundle. Lines of ordinary calls are held for a moment and written
 * together, since each write is a system call. Warnings and errors are written at once.
 */
import type { Level } from "@/lib/http/log-line";

const HELD_MS = 50;
/** Characters: a pipe takes so much at once, even from a process that is ending. */
const HELD_AT_MOST = 16_384;

let isHeld = false;
let held = 0;

function writeHeld(): void {
  if (!isHeld) return;
  isHeld = false;
  held = 0;
  process.stdout.uncork();
}
process.on("exit", writeHeld);
/** Whoever read the log and went away ends no sale. */
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

export function writeLine(level: Level, line: string): void {
  if (level !== "info") {
    writeHeld();
    process.stderr.write(`${line}\n`);
    return;
  }
  if (!isHeld) {
    isHeld = true;
    process.stdout.cork();
    setTimeout(writeHeld, HELD_MS).unref();
  }
  process.stdout.write(`${line}\n`);
  held += line.length;
  if (held > HELD_AT_MOST) writeHeld();
}
