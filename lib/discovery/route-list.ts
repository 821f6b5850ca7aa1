import { isPaid } from "../catalog/define";
import type { PublishedRoute } from "../catalog/document";
import { inputLine } from "./input-line";
import type { Site } from "./site";
import { priceInWords, sentence } from "./words";

/** A link of a Markdown list; brackets in the name would end it. */
export const listLink = (name: string, address: string, note: string): string =>
  `- [${name.replace(/[[\]]/g, "")}](${address}): ${note}`;

const line = ({ origin }: Pick<Site, "origin">, route: PublishedRoute): string =>
  listLink(
    `${route.method} ${route.path}`,
    `${origin}${route.path}`,
    `${priceInWords(route)}. ${sentence(route.summary)} ${inputLine(route)}`,
  );

/** The routes as Markdown lists, each with its price and its fields: those that are paid, and those that are not. */
export const routeLists = (site: Pick<Site, "origin">, routes: readonly PublishedRoute[]) => ({
  paid: routes.filter(isPaid).map((route) => line(site, route)),
  free: routes.filter((route) => !isPaid(route)).map((route) => line(site, route)),
});
