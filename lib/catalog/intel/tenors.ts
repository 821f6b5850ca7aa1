/** Tenors of the Treasury curve: months, then years. `m1_5` is one and a half months. */
export const TENORS = [
  "m1",
  "m1_5",
  "m2",
  "m3",
  "m4",
  "m6",
  "y1",
  "y2",
  "y3",
  "y5",
  "y7",
  "y10",
  "y20",
  "y30",
] as const;
export type Tenor = (typeof TENORS)[number];
