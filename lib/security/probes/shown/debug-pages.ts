import { readPage } from "@/lib/security/grade/page-elements";
import type { Finding } from "../finding";
import { countFrames } from "./stack-frames";
import { type ShownAnswer, whereShown } from "./shown-answer";

interface DebugPage {
  by: string;
  marks(answer: ShownAnswer): boolean;
}

/** Error pages that frameworks show to developers. Pages that tell of them are no errors: only those of errors count. */
const ERROR_PAGES: readonly DebugPage[] = [
  { by: "Django", marks: ({ text }) => /because you have\s+<code>DEBUG = True<\/code>/.test(text) },
  { by: "Laravel", marks: ({ text }) => /window\.ignite\(|class="Whoops container/.test(text) },
  { by: "Symfony", marks: ({ headers }) => headers.has("x-debug-exception") },
  {
    by: "Rails",
    marks: ({ text }) =>
      /<title>Action Controller: Exception caught<\/title>/.test(text) || /<code>Rails\.root: \//.test(text),
  },
  {
    by: "Spring Boot",
    marks: ({ text }) =>
      countFrames(text) >= 2 && /Whitelabel Error Page|"trace"\s*:\s*"[\w.]+(?:Exception|Error)/.test(text),
  },
  { by: "ASP.NET", marks: ({ text }) => /<b> Exception Details: <\/b>/.test(text) },
];

/** A debugger that runs what its reader types. */
const isConsole = ({ status, text }: ShownAnswer): boolean =>
  status >= 400 && /EVALEX = true/.test(text) && text.includes("Werkzeug Debugger");

/** Scripts that only a development server names. */
const DEVELOPMENT: readonly (readonly [string, RegExp])[] = [
  [
    "Next.js",
    /^\/_next\/static\/(?:development\/|chunks\/(?:react-refresh|app-pages-internals)\.js|chunks\/[^/]*(?:turbopack|hmr)[^/]*_?(?:dev|hmr))/,
  ],
  ["Vite", /^\/@vite\/client/],
];

function developmentServer({ status, text }: ShownAnswer): string | null {
  if (status !== 200 || !/^\s*</.test(text.slice(0, 512))) return null;
  const sources = readPage(text).scripts.map(({ src }) => src);
  return DEVELOPMENT.find(([, mark]) => sources.some((src) => mark.test(src)))?.[0] ?? null;
}

const remediation =
  "Switch the debug mode off where strangers can see it, and answer errors with a page that says nothing of the code.";

/** What is shown to developers and reached everybody. `home` is the one answer that is looked at for its scripts. */
export function debugFindings(
  answers: readonly ShownAnswer[],
  home: ShownAnswer | undefined,
): readonly Finding[] {
  const errors = answers.filter(({ status }) => status >= 400);
  const consoles = errors.filter(isConsole);
  const pages = errors.flatMap((answer) => {
    const by = ERROR_PAGES.find(({ marks }) => marks(answer))?.by;
    return by === undefined ? [] : [{ by, answer }];
  });
  const server = home === undefined ? null : developmentServer(home);
  const reported = new Set([...consoles, ...pages.map(({ answer }) => answer)]);
  const traces = errors.filter((answer) => !reported.has(answer) && countFrames(answer.text) >= 2);
  const messages = answers.filter(({ text }) => PHP_MESSAGE.test(text));
  const findings: Finding[] = [];
  const disclosed = (severity: Finding["severity"], title: string, detail: string): void =>
    void findings.push({ category: "disclosure", severity, title, detail, remediation });
  if (consoles.length > 0)
    disclosed(
      "high",
      "Debugger's console is public",
      `${whereShown(consoles)}: the error page runs code for whoever knows or guesses its number.`,
    );
  if (pages.length > 0)
    disclosed(
      "medium",
      "Debug page is public",
      `${whereShown(pages.map(({ answer }) => answer))}: ${[...new Set(pages.map(({ by }) => by))].join(", ")} shows its error page for developers, with code, settings or routes.`,
    );
  if (server !== null)
    disclosed(
      "medium",
      "Development server is public",
      `/: the homepage loads the scripts of a development server of ${server}.`,
    );
  if (traces.length > 0)
    disclosed(
      "low",
      "Stack trace is public",
      `${whereShown(traces)}: the answer names functions, files and lines.`,
    );
  if (messages.length > 0)
    disclosed(
      "low",
      "PHP's messages are public",
      `${whereShown(messages)}: a message of PHP names a file and a line.`,
    );
  return findings;
}

const PHP_MESSAGE =
  /<b>(?:Fatal error|Parse error|Warning|Notice|Deprecated)<\/b>: {1,2}[^<]{1,500} in <b>(?:\/|[A-Z]:\\)[^<]{1,255}<\/b> on line <b>\d+<\/b>/;
