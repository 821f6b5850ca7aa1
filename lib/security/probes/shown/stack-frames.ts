/** One line of a stack trace, as each runtime prints it. */
const FRAMES: readonly RegExp[] = [
  /^at (?:async )?(?:[^()]{1,160} )?\(?(?:file:\/\/)?(?:\/|[A-Z]:\\|node:)[^\s()]{1,255}:\d+:\d+\)?(?:$|["',}<])/, // Node
  /^at [\w$.]{1,200}\.[\w$<>]{1,100}\([\w$]{1,100}\.(?:java|kt|scala|groovy):\d+\)/, // the JVM
  /^File "[^"]{1,255}", line \d+, in /, // Python
  /^#\d+ (?:\/|[A-Z]:\\)[^\s()]{1,255}\(\d+\): /, // PHP
  /^at [^\n]{1,255} in (?:\/|[A-Z]:\\)[^\n]{1,255}:line \d+/, // .NET
  /^\/[^\s]{1,255}\.go:\d+ \+0x[0-9a-f]+/, // Go
  /^(?:from )?\/?[\w/.-]{1,255}\.rb:\d+:in [`']/, // Ruby
];

const MAX_TEXT = 65_536;
const MAX_LINES = 2_000;

/** How many lines of stack traces a text has, be it plain, HTML or inside JSON. */
export function countFrames(text: string): number {
  const lines = text
    .slice(0, MAX_TEXT)
    .replace(/<br ?\/?>|\\r|\\n/g, "\n")
    .replace(/&nbsp;|\\t/g, " ")
    .replaceAll("\\/", "/")
    .split(/\r\n|\r|\n/, MAX_LINES)
    .map((line) =>
      line
        .replace(/<\/?\w{1,16}>/g, "")
        .trim()
        .slice(0, 600),
    );
  return lines.filter((line) => FRAMES.some((frame) => frame.test(line))).length;
}
