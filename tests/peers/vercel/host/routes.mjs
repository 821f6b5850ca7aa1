/** The routing of the Build Output API, version 3: which file or function answers a request, and with what headers. */

const PHASES = ["filesystem", "resource", "miss", "rewrite", "hit", "error"];

/** A pattern is for the whole of what it is tried on, and paths are matched in any case unless a rule says otherwise. */
const whole = (pattern, flags = "") => new RegExp(`^(?:${pattern})$`, flags);

/** The rules of a build's config.json by phase; those before any `handle` are the first. */
export function phasesOf({ routes }) {
  const phases = Object.fromEntries([["first", []], ...PHASES.map((name) => [name, []])]);
  let phase = "first";
  for (const route of routes) {
    if (route.handle !== undefined) phase = route.handle;
    else phases[phase].push({ ...route, pattern: whole(route.src, route.caseSensitive ? "" : "i") });
  }
  return phases;
}

function cookieOf(headers, name) {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split(/=(.*)/s));
  return pairs.findLast(([key]) => key === name)?.[1];
}

/** What a request has of what a condition names. A value without a letter counts as none, as in Next's own matchers. */
function partOf({ type, key }, { headers, url }) {
  if (type === "header") return headers.get(key) || undefined;
  if (type === "query") return url.searchParams.get(key) || undefined;
  if (type === "cookie") return cookieOf(headers, key) || undefined;
  if (type === "host") return (headers.get("host") ?? "").replace(/:\d*$/, "").toLowerCase() || undefined;
  throw new Error(`a condition of another kind: ${type}`);
}

/** What a rule may name of a condition that holds: its named groups, or all of what it was tried on. Null where it does not. */
function held(condition, request) {
  const { type, key, value } = condition;
  if (value !== undefined && typeof value !== "string")
    throw new Error(`a condition's value that is no pattern: ${JSON.stringify(value)}`);
  const part = partOf(condition, request);
  if (part === undefined) return null;
  if (value === undefined) return { [key.replace(/[^a-z]/gi, "")]: part };
  const match = whole(value).exec(part);
  return match && { ...(type === "host" && { host: part }), ...match.groups };
}

/** The match of a rule's pattern, with the groups of its conditions; null where the rule is for other requests. */
export function matchRule(rule, path, request) {
  if (rule.methods !== undefined && !rule.methods.includes(request.method)) return null;
  const match = rule.pattern.exec(path);
  if (match === null) return null;
  const groups = { ...match.groups };
  for (const condition of rule.has ?? []) {
    const named = held(condition, request);
    if (named === null) return null;
    Object.assign(groups, named);
  }
  if ((rule.missing ?? []).some((condition) => held(condition, request) !== null)) return null;
  return { match, groups };
}

/** A rule's destination or header with what its pattern took: `$1`, `$name`. */
export const filled = (text, { match, groups }) =>
  text.replace(/\$(\w+)/g, (_, name) => groups[name] ?? match[Number(name)] ?? "");
