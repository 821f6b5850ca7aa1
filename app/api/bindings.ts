import type { CatalogPath } from "@/lib/catalog";
import type { Method } from "@/lib/catalog/define";
import type { RouteFunction } from "@/lib/payments/answers/route-function";
import type { Files } from "./files.generated";

/**
 * Every catalog entry has a route file bound to it: an entry without one, or a file bound to another entry, does not
 * compile. Types only; nothing imports this at run time.
 */
type Bound<Path extends CatalogPath> = { [M in Method]: Record<M, RouteFunction<Path>> }[Method];
type Complete<F extends { [Path in CatalogPath]: Bound<Path> }> = F;
export type Bindings = Complete<Files>;
