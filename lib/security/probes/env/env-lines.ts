import { classifySetting, type Holding, isCertainSecret } from "./classify-setting";

/** What a text amounts to when it is read as a file of environment settings. Values are not kept. */
export interface EnvReading {
  /** Lines that are neither blank nor inside another's value. */
  lines: number;
  comments: number;
  settings: readonly EnvSetting[];
  /** Lines that are commented out and hold a secret all the same. */
  retired: readonly EnvSetting[];
}

export interface EnvSetting {
  key: string;
  holds: Holding;
}

const SETTING = /^(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/;
const QUOTES = ['"', "'", "`"] as const;

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
  const retired: EnvSetting[] = [];
  let counted = 0;
  let comments = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    counted++;
    if (line.startsWith("#")) {
      comments++;
      const [, key, value = ""] = SETTING.exec(line.replace(/^[#\s]+/, "")) ?? [];
      if (key !== undefined && isCertainSecret(value.trim())) retired.push({ key, holds: "secret" });
      continue;
    }
    const [, key, raw = ""] = SETTING.exec(line) ?? [];
    const value = raw.trim();
    if (key === undefined || isPadding(key, value)) continue;
    settings.push({ key, holds: classifySetting(key, value) });
    const quote = value[0] ?? "";
    // a look ahead only where something is to be found: reading stays linear
    if (/^["'`]?-----BEGIN /.test(value) && !value.includes("-----END ") && lastEnd > at)
      while (!(lines[at + 1] ?? "-----END ").includes("-----END ")) at++;
    else if (isOpen(value, quote) && (lastWith.get(quote) ?? -1) > at)
      while (!(lines[at + 1] ?? quote).includes(quote)) at++;
    else continue;
    at++;
  }
  return { lines: counted, comments, settings, retired };
}

/** The last line of a value in base64 looks like a setting without a value, and its "key" is a piece of a secret. */
const isPadding = (key: string, value: string): boolean =>
  value === "=" || (value === "" && key.length >= 16 && !key.includes("_"));

const isOpen = (value: string, quote: string): boolean =>
  QUOTES.some((known) => known === quote) && !value.slice(1).includes(quote);
