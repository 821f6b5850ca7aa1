/** The routing of the Build Output API, version 3: which file or function answers a request, and with what headers. */

const PHASES = ["filesystem", "resource", "miss", "rewrite", "hit", "error"];

/** The rules of a build's config.json by phase; those before any `handle` are the first. */
export function phasesOf({ routes }) {
  const phases = Object.fromEntries([["first", []], ...PHASES.map((name) => [name, []])]);
  let phase = "first";
  for (const route of routes) {
    if (route.handle !== undefined) phase = route.handle;
    else phases[phase].push({ ...route, pattern: new RegExp(`^(?:${route.src})$`) });
  }
  return phases;
}

/** Whether a request has what a condition names. */
function holds({ type, key, value }, { headers, url }) {
  if (type === "host") return new RegExp(`^(?:${value})$`).test(headers.get("host") ?? "");
  const found =
    type === "header" ? headers.get(key) : type === "query" ? url.searchParams.get(key) : undefined;
  if (found === undefined) throw new Error(`a condition of another kind: ${type}`);
  if (found === null) return false;
  return value === undefined ? true : (new RegExp(`^(?:${value})$`).exec(found) ?? false);
}

/** The match of a rule's pattern, with the groups of its conditions; null where the rule is for other requests. */
export function matchRule(rule, path, request) {
  if (rule.methods !== undefined && !rule.methods.includes(request.method)) return null;
  const match = rule.pattern.exec(path);
  if (match === null) return null;
  const groups = { ...match.groups };
  for (const condition of rule.has ?? []) {
    const held = holds(condition, request);
    if (held === false) return null;
    if (held !== true) Object.assign(groups, held.groups);
  }
  if ((rule.missing ?? []).some((condition) => holds(condition, request) !== false)) return null;
  return { match, groups };
}

/** A rule's destination or header with what its pattern took: `$1`, `$name`. */
export const filled = (text, { match, groups }) =>
  text.replace(/\$(\w+)/g, (_, name) => groups[name] ?? match[Number(name)] ?? "");
