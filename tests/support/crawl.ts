import { parseLinks } from "@/lib/security/readiness/link-header";
import { newAddress } from "./service";

/** An address that was asked for, where it was named first, and what came. */
export interface Visit {
  path: string;
  namedBy: string;
  method: string;
  status: number;
}

interface Answer {
  method: string;
  status: number;
  type: string;
  headers: Headers;
  text: string;
}

async function ask(address: string, method: string): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: { "x-forwarded-for": newAddress() },
    redirect: "manual",
  });
  const type = response.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  return { method, status: response.status, type, headers: response.headers, text: await response.text() };
}

/** GET, and where that is not the method, the one that is allowed. */
async function answerAt(address: string): Promise<Answer> {
  const read = await ask(address, "GET");
  const allowed = read.status === 405 ? (read.headers.get("allow") ?? "").split(/\s*,\s*/) : [];
  return allowed.includes("POST") ? ask(address, "POST") : read;
}

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);

const decodeEntities = (text: string): string => text.replaceAll("&amp;", "&");

/** Addresses of that origin that a text holds anywhere, without the punctuation that follows them. */
function inText(text: string, origin: string): string[] {
  const escaped = origin.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return found(text, new RegExp(`(${escaped}(?:/[^\\s"'<>()\`\\\\]*)?)`, "g")).map((address) =>
    address.replace(/[.,;:!?]+$/, ""),
  );
}

/** Values of a JSON document that are addresses: absolute ones, and relative ones where a member says so. */
function inJson(value: unknown, origin: string, name = ""): string[] {
  if (typeof value === "string")
    return ["url", "href"].includes(name) && value.startsWith("/") ? [value] : inText(value, origin);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => inJson(member, origin, key));
}

function linksIn({ type, text, headers }: Answer, origin: string): string[] {
  const links = parseLinks(headers.get("link") ?? "").map(({ href }) => href);
  if (/json$/.test(type)) return [...links, ...inJson(JSON.parse(text), origin)];
  if (type === "text/html") return [...links, ...found(text, /(?:href|src)="([^"]+)"/g).map(decodeEntities)];
  if (/^text\/(?:plain|markdown)$|xml$/.test(type))
    return [...links, ...found(text, /\]\(([^()\s]+)\)/g), ...inText(text, origin)];
  return links;
}

/**
 * Visits whatever is named, from page to page and document to document, on one origin. What only a redirect or an
 * answer other than 200 holds is not read.
 */
export async function crawl(origin: string, starts: readonly string[]): Promise<Visit[]> {
  const visits = new Map<string, Visit>();
  const queue = starts.map((path) => ({ path, namedBy: "the start" }));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { path, namedBy } = next;
    if (visits.has(path)) continue;
    const answer = await answerAt(origin + path);
    visits.set(path, { path, namedBy, method: answer.method, status: answer.status });
    const location = answer.headers.get("location");
    const links = answer.status === 200 ? linksIn(answer, origin) : location === null ? [] : [location];
    for (const link of links) {
      if (!URL.canParse(link, origin + path)) continue;
      const url = new URL(link, origin + path);
      if (url.origin === origin) queue.push({ path: url.pathname + url.search, namedBy: path });
    }
  }
  return [...visits.values()];
}
