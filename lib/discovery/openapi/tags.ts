import type { RouteEntry } from "@/lib/catalog/define";

/** What the groups of routes are about. A group without a text here is described by the summaries of its routes. */
const ABOUT: Readonly<Record<string, string>> = {
  intel: "Market intelligence: each desk answers one question with data that says how old it is.",
  market: "The market at a glance.",
  agents: "How agents find each other and work together.",
  security: "Passive checks of sites that you may have scanned.",
  payments: "What became of a payment.",
  token: "The service's own token: what it pays for, and what its holders have.",
};

const INTEL = "intel";

const sellsIntel = ({ label }: RouteEntry): boolean => label.startsWith(`${INTEL}-`);

/** The group of a route: all desks that sell intel are one, everything else goes by its desk. */
export const tagOf = (entry: RouteEntry, all: readonly RouteEntry[]): string =>
  all.some((other) => other.desk === entry.desk && sellsIntel(other)) ? INTEL : entry.desk;

/** The groups in the order of their first routes. */
export function tagsOf(entries: readonly RouteEntry[]): { name: string; description: string }[] {
  const names = [...new Set(entries.map((entry) => tagOf(entry, entries)))];
  return names.map((name) => {
    const members = entries.filter((entry) => tagOf(entry, entries) === name);
    return { name, description: ABOUT[name] ?? `${members.map(({ summary }) => summary).join("; ")}.` };
  });
}
