import { isRecord } from "../is-record";

/** What a text is as a description of an API. */
export interface OpenApiReading {
  /** As it says: `3.1.0`, or `2.0` for Swagger. */
  version: string;
  paths: number;
  /** Defects against the specification, in words of our own; empty: none was found. */
  defects: readonly string[];
  /** YAML is read line by line: its top is known, its depth is not. */
  format: "json" | "yaml";
}

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);
const VERSION = /^(?:3\.\d{1,2}(?:\.\d{1,3})?|2\.0)$/;
const MAX_DEFECTS = 8;

type Json = Readonly<Record<string, unknown>>;

/** Reads JSON or YAML; null for what describes no API: a version, a titled info and paths must all be there. */
export function readOpenApi(text: string): OpenApiReading | null {
  const body = text.replace(/^\uFEFF/, "").trimStart();
  return body.startsWith("{") ? readJson(body) : readYaml(body);
}

function readJson(body: string): OpenApiReading | null {
  const document = parseObject(body);
  if (document === null) return null;
  const version = versionOf(document.openapi ?? document.swagger);
  const info = asObject(document.info);
  const paths = asObject(document.paths) ?? (version?.startsWith("3.") ? asObject(document.webhooks) : null);
  if (version === null || info === null || typeof info.title !== "string" || paths === null) return null;
  return {
    version,
    paths: Object.keys(paths).length,
    defects: defectsOf(version, info, document),
    format: "json",
  };
}

function defectsOf(version: string, info: Json, document: Json): readonly string[] {
  const defects: string[] = [];
  if (typeof info.version !== "string") defects.push("info has no version");
  const operations = new Set<string>();
  for (const [path, raw] of Object.entries(asObject(document.paths) ?? {})) {
    if (defects.length >= MAX_DEFECTS) break;
    if (path.startsWith("x-")) continue;
    if (!path.startsWith("/")) defects.push("a path doesn't begin with a slash");
    const item = asObject(raw);
    if (item === null) defects.push("a path is not an object");
    for (const [method, value] of Object.entries(item ?? {})) {
      if (!METHODS.has(method)) continue;
      const operation = asObject(value);
      if (operation === null) {
        defects.push(`a ${method} operation is not an object`);
        continue;
      }
      // 3.1 made them optional
      if (asObject(operation.responses) === null && !/^3\.[1-9]/.test(version))
        defects.push(`a ${method} operation has no responses`);
      const id = operation.operationId;
      if (id === undefined) continue;
      if (typeof id !== "string" || operations.has(id)) defects.push("an operationId is not a unique string");
      else operations.add(id);
    }
  }
  return defects.slice(0, MAX_DEFECTS);
}

/** Top-level keys of a YAML document, with the title below `info`. Enough to know one, not to validate it. */
function readYaml(body: string): OpenApiReading | null {
  const version = versionOf(
    /^(?:openapi|swagger):[ \t]*["']?([0-9.]{3,8})["']?[ \t]*(?:#.*)?\r?$/m.exec(body)?.[1],
  );
  if (version === null || !/^info:[ \t]*\r?$/m.test(body) || !/^paths:/m.test(body)) return null;
  if (!/^[ \t]+title:[ \t]*\S/m.test(body)) return null;
  const paths = body.match(/^[ \t]+["']?\/[^\n]*:[ \t]*\r?$/gm)?.length ?? 0;
  return { version, paths, defects: [], format: "yaml" };
}

const versionOf = (value: unknown): string | null =>
  typeof value === "string" && VERSION.test(value) ? value : null;

/** The object that a JSON text holds, or null. */
export function parseObject(text: string): Json | null {
  try {
    return asObject(JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch {
    return null; // not JSON: that is the answer
  }
}

/** An object that is not a list, or null. */
export function asObject(value: unknown): Json | null {
  return isRecord(value) ? value : null;
}
