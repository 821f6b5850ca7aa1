/** What a verdict may say. */
export const SIGNALS = ["snipe", "watch", "follow", "avoid", "rebalance"] as const;
export type Signal = (typeof SIGNALS)[number];

export const CONFIDENCES = ["low", "medium", "high"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** What a verdict is made of, with the weight of each: they are the weights of its coverage too. */
export const COMPONENT_WEIGHTS = {
  tape: 0.35,
  positioning: 0.3,
  creators: 0.15,
  fearGreed: 0.1,
  yields: 0.1,
} as const;
export type ComponentName = keyof typeof COMPONENT_WEIGHTS;
