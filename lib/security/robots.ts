/** `Allow` or `Disallow` with its path, as written. */
export interface RobotsRule {
  allow: boolean;
  path: string;
}

/** One group of a robots.txt: whom it names, in lower case, how many rules of any kind it has, and those of access. */
export interface RobotsGroup {
  agents: readonly string[];
  rules: number;
  access: readonly RobotsRule[];
}

export interface Robots {
  groups: readonly RobotsGroup[];
  sitemaps: readonly string[];
  /** Values of `Content-Signal`, as written. */
  contentSignals: readonly string[];
}

const ACCESS = new Set(["allow", "disallow"]);
/** Further sitemaps and signals tell nothing that the first don't; any group may be the one that matters. */
const MAX_ENTRIES = 500;
/** RFC 9309 §2.5 asks readers for 500 KiB; they need read no more. */
const MAX_TEXT = 512_000;

/**
 * Reads a robots.txt (RFC 9309 §2.2) as far as reports need it. Lines that it doesn't know are passed over. Rules of
 * access alone end a group's list of agents: other lines must not change how those of the standard are read (§2.2.4).
 */
export function parseRobots(text: string): Robots {
  const groups: { agents: string[]; rules: number; access: RobotsRule[] }[] = [];
  let closed = false; // whether the last group has such a rule, so that the next agent begins another
  const sitemaps: string[] = [];
  const contentSignals: string[] = [];
  for (const [key, value] of fieldsOf(text)) {
    const open = groups.at(-1);
    if (key === "user-agent") {
      if (open !== undefined && !closed) open.agents.push(value.toLowerCase());
      else groups.push({ agents: [value.toLowerCase()], rules: 0, access: [] });
      closed = false;
    } else if (key === "sitemap" && sitemaps.length < MAX_ENTRIES) sitemaps.push(value);
    else if (key === "content-signal") {
      if (contentSignals.length < MAX_ENTRIES) contentSignals.push(value);
      if (open !== undefined) open.rules++;
    } else if (key === "crawl-delay" && open !== undefined) open.rules++;
    else if (ACCESS.has(key) && open !== undefined) {
      open.rules++;
      closed = true;
      if (value !== "") open.access.push({ allow: key === "allow", path: value });
    }
  }
  return { groups, sitemaps, contentSignals };
}

function fieldsOf(text: string): readonly (readonly [string, string])[] {
  return text
    .slice(0, MAX_TEXT)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      const [field = ""] = line.split("#", 1);
      const colon = field.indexOf(":");
      return colon === -1
        ? []
        : [[field.slice(0, colon).trim().toLowerCase(), field.slice(colon + 1).trim()] as const];
    });
}

/** A list of `search`, `ai-input` or `ai-train` with yes or no; further keys are let through when they have that form. */
export function isContentSignal(value: string): boolean {
  const parts = value.split(",").map((part) => part.trim().toLowerCase());
  return (
    parts.some((part) => /^(?:search|ai-input|ai-train)=(?:yes|no)$/.test(part)) &&
    parts.every((part) => /^[a-z][a-z-]*=[a-z0-9-]+$/.test(part)) &&
    parts.every((part) => !/^(?:search|ai-input|ai-train)=/.test(part) || /=(?:yes|no)$/.test(part))
  );
}

/** `svc-security-desk` of `Svc-Security-Desk/1.0`: what follows a product token doesn't count. */
const tokenOf = (agent: string): string => /^[a-z_-]*/.exec(agent)?.[0] ?? "";

/** Whether a rule's path covers the root: `/`, with or without wildcards and the mark of its end. */
const coversRoot = ({ path }: RobotsRule): boolean =>
  ["", "/"].includes(path.replace(/\$$/, "").replaceAll("*", ""));

/**
 * Whether a robots.txt closes a whole site to the robot with this product token (in lower case): a group that names the robot
 * disallows the root, and no rule of the same or a greater length allows it (RFC 9309 §2.2.2). A group for `*` does not count.
 */
export function refusesRobot({ groups }: Robots, token: string): boolean {
  const rules = groups
    .filter(({ agents }) => agents.some((agent) => tokenOf(agent) === token))
    .flatMap(({ access }) => access)
    .filter(coversRoot);
  const longest = (allow: boolean): number =>
    rules.reduce((most, rule) => (rule.allow === allow ? Math.max(most, rule.path.length) : most), 0);
  return longest(false) > longest(true);
}
