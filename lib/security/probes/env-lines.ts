/** What a text amounts to when it is read as a file of environment settings. Values are not kept. */
export interface EnvReading {
  /** Lines that are neither blank nor inside another's value. */
  lines: number;
  comments: number;
  settings: readonly EnvSetting[];
}

export interface EnvSetting {
  key: string;
  /** Whether the value is empty or stands for one to be filled in. */
  placeholder: boolean;
}

const SETTING = /^(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/;
const QUOTES = ['"', "'", "`"] as const;
const PLACEHOLDER =
  /^(?:change[-_ ]?(?:me|this|it)?|replace[-_ ]?.*|your[-_ ].*|(?:insert|enter|put|add|set)[-_ ].*|x{3,}|\*{3,}|\.{3,}|<.*>|\[.*\]|\$\{.*\}|\{\{.*\}\}|%.*%|example|sample|placeholder|dummy|todo|tbd|null|none|undefined)$/i;

const MAX_PLACEHOLDER = 200;

/** Reads settings line by line; quoted values and PEM blocks that run over several lines belong to their first. */
export function readEnv(text: string): EnvReading {
  const lines = text
    .replace(/^\uFEFF+/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  const lastWith = new Map(
    QUOTES.map((quote) => [quote as string, lines.findLastIndex((line) => line.includes(quote))]),
  );
  const lastEnd = lines.findLastIndex((line) => line.includes("-----END "));
  const settings: EnvSetting[] = [];
  let counted = 0;
  let comments = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    counted++;
    if (line.startsWith("#")) {
      comments++;
      continue;
    }
    const [, key, raw = ""] = SETTING.exec(line) ?? [];
    const value = raw.trim();
    if (key === undefined || isPadding(key, value)) continue;
    settings.push({ key, placeholder: isPlaceholder(value) });
    const quote = value[0] ?? "";
    // a look ahead only where something is to be found: reading stays linear
    if (/^["'`]?-----BEGIN /.test(value) && !value.includes("-----END ") && lastEnd > at)
      while (!(lines[at + 1] ?? "-----END ").includes("-----END ")) at++;
    else if (isOpen(value, quote) && (lastWith.get(quote) ?? -1) > at)
      while (!(lines[at + 1] ?? quote).includes(quote)) at++;
    else continue;
    at++;
  }
  return { lines: counted, comments, settings };
}

/** The last line of a value in base64 looks like a setting without a value, and its "key" is a piece of a secret. */
const isPadding = (key: string, value: string): boolean =>
  value === "=" || (value === "" && key.length >= 16 && !key.includes("_"));

const isOpen = (value: string, quote: string): boolean =>
  QUOTES.some((known) => known === quote) && !value.slice(1).includes(quote);

function isPlaceholder(value: string): boolean {
  if (value.length > MAX_PLACEHOLDER) return false;
  const bare = value
    .replace(/\s#.*$/, "")
    .trim()
    .replace(/^(["'`])(.*)\1$/, "$2")
    .trim();
  return bare === "" || PLACEHOLDER.test(bare);
}
