/** A day, `2026-11-22`. */
type Day = `${number}-${number}-${number}`;

/**
 * A list that people keep, because no provider can be asked for it. Who renews it, and how: docs/operations/content.md, "Curated
 * lists"; `npm run check` says when the day of the next review is near.
 */
export interface Curated<Items> {
  /** Who answers for it. */
  owner: string;
  /** Where its entries were taken from, and are compared with at a review. */
  source: string;
  /** When somebody last compared it with its source. */
  reviewed: Day;
  nextReview: Day;
  items: Items;
}

export const curated = <Items>(list: Curated<Items>): Curated<Items> => list;
