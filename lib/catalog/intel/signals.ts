/** What a verdict may say. */
export const SIGNALS = ["snipe", "watch", "follow", "avoid", "rebalance"] as const;
export type Signal = (typeof SIGNALS)[number];

export const CONFIDENCES = ["low", "medium", "high"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** What a verdict is made of. */
export const COMPONENTS = ["tape", "positioning", "creators", "fearGreed", "yields"] as const;
export type ComponentName = (typeof COMPONENTS)[number];

/** The weight of each; they are the weights of the verdict's coverage too. */
export const COMPONENT_WEIGHTS = {
  tape: 0.35,
  positioning: 0.3,
  creators: 0.15,
  fearGreed: 0.1,
  yields: 0.1,
} as const satisfies Record<ComponentName, number>;
