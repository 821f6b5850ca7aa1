import type { ComponentType } from "react";
import type { IslandName, PropsOf } from "./islands";

interface IslandProps<Name extends IslandName> {
  name: Name;
  /** The component of that name: the page has it drawn, and only its own code goes with it. */
  of: ComponentType<PropsOf<Name>>;
  props: PropsOf<Name>;
}

/**
 * A client component of a page that is sent without the framework (scripts/page-islands.ts): what the browser needs to take
 * it over stands beside it. On every other page it is an element without a box.
 */
export const Island = <Name extends IslandName>({ name, of: Component, props }: IslandProps<Name>) => (
  <div className="contents" data-island={name} data-props={JSON.stringify(props)}>
    <Component {...props} />
  </div>
);
