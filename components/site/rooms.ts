import { PAGES } from "@/lib/discovery/pages";

export interface Room {
  href: string;
  label: string;
}

/** The ways through the site, in the order of the header. A room shows as soon as its page stands in the list of pages. */
const ROOMS: readonly Room[] = [
  { href: "/desks", label: "Desks" },
  { href: "/lounge", label: "Lounge" },
  { href: "/security", label: "Security" },
  { href: "/agents", label: "Agents" },
  { href: "/token", label: "Token" },
  { href: "/pricing", label: "Pricing" },
  { href: "/docs", label: "Docs" },
  { href: "/docs/tools", label: "Tools" },
  { href: "/status", label: "Status" },
];

const standing = new Set<string>(PAGES.map(({ path }) => path));

export const rooms: readonly Room[] = ROOMS.filter(({ href }) => standing.has(href));
