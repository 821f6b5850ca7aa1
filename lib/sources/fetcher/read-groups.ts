import type { Source } from "../source";
import type { ReadContext } from "./call";
import type { Readings, ReadSources } from "./reader";

type Group = Readonly<Record<string, Source<unknown>>>;

/**
 * Reads the same things of several keys (coins, tokens) at once, in a single read: `{ BTC: { candles }, ETH: … }` gives
 * readings in the same form.
 */
export async function readGroups<Key extends string, G extends Group>(
  read: ReadSources,
  groups: Readonly<Partial<Record<Key, G>>>,
  context: ReadContext,
): Promise<Partial<Record<Key, Readings<G>>>> {
  const entries = Object.entries<G | undefined>(groups);
  const wanted = Object.fromEntries(
    entries.flatMap(([key, group]) =>
      Object.entries(group ?? {}).map(([name, source]) => [`${key}/${name}`, source] as const),
    ),
  );
  const readings = await read(wanted, context);
  return regrouped<Key, G>(
    entries.map(([key, group]) => [
      key,
      Object.fromEntries(Object.keys(group ?? {}).map((name) => [name, readings[`${key}/${name}`]])),
    ]),
  );
}

// Each reading was made from the source of the same key and name.
const regrouped = <Key extends string, G extends Group>(entries: [string, object][]) =>
  Object.fromEntries(entries) as Partial<Record<Key, Readings<G>>>;
