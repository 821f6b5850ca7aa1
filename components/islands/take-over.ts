/** What runs on a page without the framework: it brings each island of the page to life, and nothing else. */
import { type ComponentType, createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { isRecord } from "@/lib/is-record";
import { islands } from "./islands";

/** By name. Guarantee: the properties beside an island were written by the component that `Island` held them against. */
const byName = new Map(Object.entries(islands)) as ReadonlyMap<
  string,
  ComponentType<Record<string, unknown>>
>;

// An entry of the history may be a page that the framework had put in this one's place: only the server has that page.
const here = window.location.pathname;
window.addEventListener("popstate", () => {
  if (window.location.pathname !== here) window.location.reload();
});

for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
  const component = byName.get(element.dataset.island ?? "");
  const props: unknown = JSON.parse(element.dataset.props ?? "{}");
  if (component === undefined || !isRecord(props)) throw new Error(`No island: ${element.dataset.island}`);
  hydrateRoot(element, createElement(component, props));
}
