import { MODEL_SELECTORS } from "../vocabulary";

type Selector = (typeof MODEL_SELECTORS)[number];

/** A model that may phrase an answer: what callers call it, and its provider. */
export interface Model {
  selector: Selector;
  id: string;
}

/** The models of a list of ids, which stand in the order of the selectors. */
const bySelector = (ids: readonly string[]): ReadonlyMap<string, Model> =>
  new Map(
    MODEL_SELECTORS.flatMap((selector, index) => {
      const id = ids[index];
      return id === undefined ? [] : [[selector, { selector, id }] as const];
    }),
  );

const [DEFAULT] = MODEL_SELECTORS;

/** Which models are to be asked, in order, and what is to be said of the choice. */
export interface Choice {
  requested: Selector;
  models: readonly Model[];
  notes: readonly string[];
}

/** `fixed`: modes and questions that always take the default. */
export function choose(asked: string | undefined, fixed: boolean, ids: readonly string[]): Choice {
  const models = bySelector(ids);
  const known = MODEL_SELECTORS.find((selector) => selector === asked);
  const requested = fixed ? DEFAULT : (known ?? DEFAULT);
  const wanted = [...new Set([requested, DEFAULT])].flatMap((selector) => models.get(selector) ?? []);
  return {
    requested,
    models: wanted,
    notes: [
      ...(asked !== undefined && known === undefined
        ? [`There is no model \`${asked.slice(0, 40)}\`: the default was asked.`]
        : []),
      ...(fixed && known !== undefined && known !== DEFAULT
        ? ["This kind of turn always takes the default model."]
        : []),
    ],
  };
}
