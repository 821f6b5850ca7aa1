/** What a record without a scored verdict shows. */
export const TOO_EARLY = "Too early to tell: no verdict is a day old yet.";
