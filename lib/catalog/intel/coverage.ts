/** Answers that rest on less than this share of their promised parts are not sold. */
export const MIN_COVERAGE = 0.6;
