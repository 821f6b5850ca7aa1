/** Rotations that can be asked for by name. `l2-memes`: memes of the layer 2 that an exchange runs, Base. */
export const MOMENTUM_THEMES = ["l2-memes"] as const;
export type MomentumTheme = (typeof MOMENTUM_THEMES)[number];
