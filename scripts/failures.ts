/** Something that went wrong, as its reader has to find it: a test's file and full name, and what was said of it. */
export interface Failure {
  name: string;
  message: string;
}

/** Lines that are shown of one failure: enough for a difference or a counterexample. */
const MAX_LINES = 15;
/** Characters that are shown of one line: a counterexample may be long. */
const MAX_LINE_LENGTH = 240;
/** Failures that are shown: where more fail, they fail for a reason that the first ones tell. */
const MAX_FAILURES = 20;

const short = (line: string): string =>
  line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;

function describe({ name, message }: Failure): string {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  const shown = lines.slice(0, MAX_LINES).map((line) => `    ${short(line)}`);
  if (lines.length > MAX_LINES) shown.push(`    … and ${lines.length - MAX_LINES} more lines`);
  return [`✗ ${name}`, ...shown].join("\n");
}

/** What went wrong, for the end of a log: each with its name and the first lines of what was said of it. */
export function describeFailures(failures: readonly Failure[]): string {
  const shown = failures.slice(0, MAX_FAILURES).map(describe);
  if (failures.length > MAX_FAILURES) shown.push(`… and ${failures.length - MAX_FAILURES} more`);
  return shown.join("\n\n");
}
