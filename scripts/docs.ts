import { SETTINGS } from "../lib/env";
import { ERRORS } from "../lib/http/api-error";
import { PLATFORM, SETTING_WORDS } from "../lib/setting-words";

interface Row {
  name: string;
  fallback: string;
  about: string;
  required: string | undefined;
}

/** Settings that people set, as text. */
const rows: Row[] = Object.entries(SETTING_WORDS)
  .filter(([, { about }]) => about !== PLATFORM)
  .map(([name, { about, requiredWhenDeployed }]) => {
    const { fallback } = SETTINGS[name as keyof typeof SETTINGS]; // the words' own keys
    return {
      ...{ name, about, required: requiredWhenDeployed },
      fallback: fallback === undefined ? "" : String(fallback),
    };
  });

/** `.env.example`: every setting, commented out with its default. */
export function renderEnvExample(): string {
  const entries = rows.map(({ name, fallback, about, required }) =>
    [
      `# ${about}`,
      ...(required === undefined ? [] : [`# Required when deployed. Get it from: ${required}.`]),
      `# ${name}=${fallback}`,
    ].join("\n"),
  );
  return `# Settings of the service. Copy to .env.local and set what you need; lib/env.ts reads them.\n\n${entries.join("\n\n")}\n`;
}

const cell = (text: string): string => text.replace(/\|/g, "\\|");

/** A document with the block between its marks replaced. Throws when the marks are missing. */
function withBlock(document: string, mark: string, block: string): string {
  const [begin, end] = [`<!-- ${mark}:begin -->`, `<!-- ${mark}:end -->`];
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the document lacks ${begin} … ${end}`);
  return `${before}${begin}\n\n${block}\n\n${end}${after}`;
}

/** The operations guide with its table of settings as the code has them. */
export function withEnvTable(guide: string): string {
  const lines = rows.map(
    ({ name, fallback, about, required }) =>
      `| \`${name}\` | ${cell(fallback)} | ${required === undefined ? "" : "yes"} | ${cell(about)} |`,
  );
  return withBlock(
    guide,
    "env",
    ["| variable | default | needed to deploy | meaning |", "| --- | --- | --- | --- |", ...lines].join("\n"),
  );
}

/** The API guide with its table of errors as the code has them. */
export function withErrorTable(guide: string): string {
  const lines = Object.entries(ERRORS).map(
    ([code, { status, when }]) => `| ${status} | \`${code}\` | ${cell(when)} |`,
  );
  return withBlock(guide, "errors", ["| status | code | when |", "| --- | --- | --- |", ...lines].join("\n"));
}
