/** More dollars than there are: such a figure is a price gone wrong, and would make all others nothing beside it. */
export const MOST_TVL_USD = 1e15;
