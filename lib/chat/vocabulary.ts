/** What a chat turn may be, and how large. */

/** `chat`: a question; `enhance`: a creator's signal, rewritten; `image`: a question, answered with a chart card too. */
export const CHAT_MODES = ["chat", "enhance", "image"] as const;

export const TURN_ROLES = ["user", "model"] as const;

export const MAX_MESSAGE = 4_000;
/** Of a signal that is rewritten. */
export const MAX_SUMMARY = 8_000;
export const MAX_TURNS = 12;
export const MAX_TICKS = 32;

/** Which model phrases the answer; the first is the default. Which models they are, the operator sets. */
export const MODEL_SELECTORS = [
  "default",
  "alternate-1",
  "alternate-2",
  "alternate-3",
  "alternate-4",
  "alternate-5",
  "alternate-6",
  "alternate-7",
] as const;

/** What `modelUsed` says of an answer that no model phrased. */
export const COMPOSER = "composer";
