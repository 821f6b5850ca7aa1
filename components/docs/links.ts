/** Where the parts of docs/api.md stand on the site, by the anchors that its own links use. */
const PARTS: Readonly<Record<string, string>> = {
  "#receipts": "/docs/receipts",
  "#proving-a-wallet": "/docs/receipts#proving-a-wallet",
  "#errors": "/docs/errors",
  "#reason-in-a-402": "/docs/buying#reason-in-a-402",
  "#retrying": "/docs/buying#retrying",
  "#paying": "/docs/buying#paying",
  "#tools": "/docs/tools",
  "#agents": "/docs/agents",
};

/** The address of a link in a document; null for one to a file that is no page, whose words then stand alone. */
export function siteHref(href: string): string | null {
  if (/^(https?:|mailto:|\/)/.test(href)) return href;
  return PARTS[href.replace(/^api\.md/, "")] ?? null;
}
