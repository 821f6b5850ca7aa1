import { published } from "@/lib/catalog/published";
import { isPaid } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { DESK_PAGES, deskSlug } from "@/lib/discovery/pages";

interface Question {
  id: string;
  question: string;
  /** The entries' `desk` that answer it. */
  desks: readonly string[];
}

/** What a reader wants to know, and which desks answer it. */
const QUESTIONS: readonly Question[] = [
  { id: "market", question: "What is the market doing?", desks: ["macro", "market", "tvl", "wire"] },
  {
    id: "call",
    question: "What does the desk make of it?",
    desks: ["verdict", "scalp", "desk-brief", "a2a-pipeline", "chat"],
  },
  { id: "money", question: "Who holds, and who bets?", desks: ["whales", "wallet"] },
  { id: "yield", question: "Where does yield last?", desks: ["yields", "meteora"] },
  { id: "tokens", question: "What is new, and is it safe?", desks: ["trenches", "alpha"] },
  { id: "security", question: "How does a site stand?", desks: ["security"] },
  { id: "lounge", question: "What do others publish?", desks: ["lounge"] },
  { id: "agents", question: "Who are the agents?", desks: ["agents"] },
  { id: "paying", question: "How is it paid, and proved?", desks: ["payments", "status", "token", "tools"] },
];

/** For desks that are under no question yet: a route that is added shows at once. */
const OTHER = { id: "other", question: "And besides" };

export interface DeskCard {
  path: string;
  slug: string;
  /** The summary up to its colon. */
  title: string;
  /** The rest of it; empty without a colon. */
  detail: string;
  route: PublishedRoute;
}

export interface QuestionGroup {
  id: string;
  question: string;
  desks: readonly DeskCard[];
}

/** "A: b" as a title and what it holds; the second part begins with a capital. */
export function splitSummary(summary: string): { title: string; detail: string } {
  const at = summary.indexOf(": ");
  if (at === -1) return { title: summary, detail: "" };
  const rest = summary.slice(at + 2);
  return { title: summary.slice(0, at), detail: rest.charAt(0).toUpperCase() + rest.slice(1) };
}

const addresses = new Set(DESK_PAGES.map(({ path }) => path));

/** Every route that has a page of its own, in the catalog's order. */
export const deskCards: readonly DeskCard[] = published.filter(isPaid).flatMap((route: PublishedRoute) => {
  const slug = deskSlug(route.label);
  const path = `/desks/${slug}`;
  return addresses.has(path) ? [{ path, slug, route, ...splitSummary(route.summary) }] : [];
});

/** Things under the questions that they answer, each once and in their order; what answers none comes last. */
export function byQuestion<Thing>(
  things: readonly Thing[],
  deskOf: (thing: Thing) => string,
): { id: string; question: string; things: readonly Thing[] }[] {
  const known = new Set(QUESTIONS.flatMap(({ desks }) => desks));
  const groups = QUESTIONS.map(({ id, question, desks }) => ({
    ...{ id, question },
    things: things.filter((thing) => desks.includes(deskOf(thing))),
  }));
  const rest = { ...OTHER, things: things.filter((thing) => !known.has(deskOf(thing))) };
  return [...groups, rest].filter((group) => group.things.length > 0);
}

/** All desks under the questions that they answer. */
export const deskQuestions = (): QuestionGroup[] =>
  byQuestion(deskCards, ({ route }) => route.desk).map(({ things, ...group }) => ({
    ...group,
    desks: things,
  }));
