/** Islands as the build draws them: the very components that browsers are sent, held against what stands in a page. */
import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";
import { islands } from "./islands";

/** By name. Guarantee: the properties beside an island were written by the component that `Island` held them against. */
const byName = new Map(Object.entries(islands)) as ReadonlyMap<
  string,
  ComponentType<Record<string, unknown>>
>;

/** The markup of an island; null where none has the name. */
export function draw(name: string, props: Record<string, unknown>): string | null {
  const component = byName.get(name);
  return component === undefined ? null : renderToString(createElement(component, props));
}
