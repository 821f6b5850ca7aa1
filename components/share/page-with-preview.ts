import { escapeXml } from "@/lib/http/escape-xml";
import { fillText, type Fill } from "@/lib/http/fill-placeholder";

/** What stands in a page's head for previews of links to it, and for search. The page's own title is the service's word. */
export interface Preview {
  title: string;
  description: string;
  /** Whole addresses. */
  image: string;
  canonical: string;
}

const MEMBERS = ["title", "description", "image", "canonical"] as const satisfies readonly (keyof Preview)[];

const meta = (name: string): RegExp => new RegExp(`(<meta (?:name|property)="${name}" content=")[^"]*(")`);

/** Where each of them stands. The scripts of a page are no part of these, so that its policy's hashes stay theirs. */
const PLACES: readonly (readonly [keyof Preview, RegExp])[] = [
  ...["og:title", "twitter:title", "og:image:alt", "twitter:image:alt"].map(
    (name) => ["title", meta(name)] as const,
  ),
  ...["description", "og:description", "twitter:description"].map(
    (name) => ["description", meta(name)] as const,
  ),
  ...["og:image", "twitter:image"].map((name) => ["image", meta(name)] as const),
  ["canonical", /(<link rel="canonical" href=")[^"]*(")/],
  ["canonical", meta("og:url")],
];

const placeholderOf = (member: string): string => `{{preview:${member}}}`;

/**
 * A prerendered page, cut where its head tells of it: what is given back fills in one thing's own words. Throws where the
 * page has not all of these places.
 */
export function pageWithPreview(html: string): (preview: Preview) => string {
  const end = html.indexOf("</head>");
  let head = html.slice(0, end);
  for (const [member, place] of PLACES) {
    const filled = head.replace(
      place,
      (_, before: string, after: string) => before + placeholderOf(member) + after,
    );
    if (filled === head) throw new Error(`the page has no place for ${String(place)}`);
    head = filled;
  }
  const fill: Fill = fillText(head, ...MEMBERS.map(placeholderOf));
  const rest = html.slice(end);
  return (preview) => fill(...MEMBERS.map((member) => escapeXml(preview[member]))) + rest;
}
