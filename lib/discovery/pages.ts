import { SERVICES } from "../catalog/services.generated";

/** A page for people. */
export interface Page {
  path: string;
  /** What it is called where pages are listed. */
  title: string;
  /** Left out of the header: the footer leads to it. */
  inFooter?: true;
}

/** Every page whose address has no parameter. */
export const PAGES: readonly Page[] = [
  { path: "/", title: "What this is" },
  { path: "/desks", title: "Desks: what you can ask" },
  { path: "/lounge", title: "Lounge: creators' signals" },
  { path: "/lounge/publish", title: "Lounge: publish a signal" },
  { path: "/lounge/verify", title: "Lounge: verify a certificate" },
  { path: "/lounge/signal", title: "Lounge: a signal by its id" },
  { path: "/lounge/creator", title: "Lounge: a creator by wallet" },
  { path: "/lounge/badges", title: "Lounge: readers' badges" },
  { path: "/security", title: "Security desk: how a site stands" },
  { path: "/agents", title: "Agents: the directory" },
  { path: "/agents/register", title: "Agents: register one" },
  { path: "/agents/agent", title: "Agents: an agent by its id" },
  { path: "/agents/feedback", title: "Agents: feedback from a payment" },
  { path: "/token", title: "Token: tiers and burns" },
  { path: "/pricing", title: "Pricing" },
  { path: "/accuracy", title: "Accuracy of the verdicts" },
  { path: "/status", title: "Status" },
  { path: "/docs", title: "Documentation" },
  { path: "/docs/api", title: "API reference" },
  { path: "/docs/buying", title: "Buying, in five languages" },
  { path: "/docs/tools", title: "The tool endpoint" },
  { path: "/docs/agents", title: "Agents that buy and sell" },
  { path: "/docs/lounge", title: "The lounge" },
  { path: "/docs/receipts", title: "Receipts" },
  { path: "/docs/errors", title: "Errors and limits" },
  { path: "/terms", title: "Terms", inFooter: true },
  { path: "/privacy", title: "Privacy", inFooter: true },
  { path: "/refunds", title: "Refunds", inFooter: true },
  { path: "/not-advice", title: "Not advice", inFooter: true },
  { path: "/scanner", title: "Our scanner", inFooter: true },
  { path: "/pay", title: "Pay for one call", inFooter: true },
];

/** The name that a desk's page has in its address: the route's label without what all of them share. */
export const deskSlug = (label: string): string => label.replace(/^intel-/, "");

/** The page of each call that is sold as an answer to a question; the lounge's calls have a room of their own. */
export const DESK_PAGES: readonly Page[] = SERVICES.filter(({ path }) => path.startsWith("/api/svc")).map(
  ({ label, summary }) => ({ path: `/desks/${deskSlug(label)}`, title: summary }),
);

export const ALL_PAGES: readonly Page[] = [...PAGES, ...DESK_PAGES];

/** The same content in Markdown, which a request for text/markdown gets at the page's own address, too. */
export const twinOf = (page: string): string => (page === "/" ? "/index.md" : `${page}.md`);
