/** Marks an answer that a test made in the service's place. */
export const MADE_UP = "x-made-up";
