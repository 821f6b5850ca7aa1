/** Bars that a tape needs before averages have forgotten how they began. */
export const WARM_BARS = 100;
