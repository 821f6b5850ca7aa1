import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

export class ManifestError extends Error {
  override name = "ManifestError";
}

const pattern = z.string().refine(isPattern, "is not a regular expression");

/** One line of a manifest: which request it answers, and with what. See the README beside `main.ts`. */
export const manifestLine = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Z]+$/, "must be a method in capitals")
    .default("GET"),
  host: z.string().regex(/^[a-z0-9.-]+$/, "must be a host name in lower case"),
  /** Decoded; `*` stands for any run of characters. */
  path: z.string().startsWith("/", "must begin with /"),
  /** Regular expression for the query string without "?" and without keys; absent: any. */
  query: pattern.optional(),
  /** Regular expression for the request's body; absent: any. */
  body: pattern.optional(),
  /** Relative to the recordings' folder. */
  file: z.string().min(1),
  status: z.int().min(200).max(599).default(200),
  headers: z
    .record(z.string().regex(/^[a-z0-9-]+$/, "must be in lower case"), z.string().regex(/^[^\r\n]*$/))
    .default({}),
  /** JSON pointer (RFC 6901) of the provider's body inside the file. */
  pointer: z
    .string()
    .regex(/^(\/.*)?$/, "must be a JSON pointer")
    .optional(),
});

export type ManifestLine = z.output<typeof manifestLine>;

/** A checked line, with where its file really is. */
export interface Recording extends ManifestLine {
  absolute: string;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false; // the message says so, for the line that it stands in
  }
}

/** Follows a JSON pointer; undefined where it leads nowhere. */
export function follow(value: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>((at, step) => {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    return new Map(Object.entries(at)).get(key);
  }, value);
}

/** Where a recording's file really lies. Throws with a reason when it is missing or outside the folder. */
export function locate(dir: string, file: string): string {
  const inside = (absolute: string, root: string) => absolute.startsWith(root + path.sep);
  const absolute = path.resolve(dir, file);
  if (path.isAbsolute(file) || !inside(absolute, path.resolve(dir)))
    throw new ManifestError(`file "${file}" lies outside the folder`);
  if (!existsSync(absolute)) throw new ManifestError(`file "${file}" is missing`);
  // a symbolic link may lead out where the name doesn't
  if (!inside(realpathSync(absolute), realpathSync(dir)))
    throw new ManifestError(`file "${file}" leads outside the folder`);
  return realpathSync(absolute);
}

function checkPointer(absolute: string, { file, pointer }: ManifestLine): void {
  if (pointer === undefined) return;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(absolute, "utf8"));
  } catch {
    throw new ManifestError(`file "${file}" is not JSON, so it has no pointer "${pointer}"`);
  }
  if (follow(value, pointer) === undefined)
    throw new ManifestError(`pointer "${pointer}" leads nowhere in "${file}"`);
}

function readLine(dir: string, text: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ManifestError(`is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  const parsed = manifestLine.safeParse(value);
  if (!parsed.success)
    throw new ManifestError(
      parsed.error.issues
        .map(({ path: where, message }) => [where.join("."), message].filter(Boolean).join(": "))
        .join("; "),
    );
  const absolute = locate(dir, parsed.data.file);
  checkPointer(absolute, parsed.data);
  return { ...parsed.data, absolute };
}

/**
 * Reads a manifest whose files lie in `dir`. Blank lines are skipped. Throws ManifestError that names every wrong line
 * and what is wrong with it.
 */
export function loadManifest(dir: string, manifestFile: string): Recording[] {
  let text: string;
  try {
    text = readFileSync(manifestFile, "utf8");
  } catch {
    throw new ManifestError(`manifest ${manifestFile} can't be read`);
  }
  const recordings: Recording[] = [];
  const wrong: string[] = [];
  text.split("\n").forEach((line, index) => {
    if (!line.trim()) return;
    try {
      recordings.push(readLine(dir, line));
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      wrong.push(`${manifestFile}:${index + 1}: ${error.message}`);
    }
  });
  if (wrong.length) throw new ManifestError(wrong.join("\n"));
  return recordings;
}
