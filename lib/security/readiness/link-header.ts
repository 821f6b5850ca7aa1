/** One link of a `Link` header (RFC 8288 §3): where it leads and its relations in lower case. */
export interface Link {
  href: string;
  rels: readonly string[];
}

const MAX_HEADER = 16_384;
const LINK = /<([^<>]*)>([^<]*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";,]+))/i;

/** The links of a header; what is no link is passed over. An address never holds angle brackets, so they divide it. */
export function parseLinks(header: string): readonly Link[] {
  return [...header.slice(0, MAX_HEADER).matchAll(LINK)].flatMap(([, href = "", parameters = ""]) => {
    const rel = REL.exec(parameters);
    const rels = (rel?.[1] ?? rel?.[2] ?? "")
      .toLowerCase()
      .split(/\s+/)
      .filter((one) => one !== "");
    return rels.length === 0 ? [] : [{ href: href.trim(), rels }];
  });
}
