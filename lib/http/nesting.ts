/** A paid call has a dozen levels; thousands would overflow the stack of what walks them later. */
export const MAX_LEVELS = 64;

/** Whether arrays and objects are nested in more levels than these. */
export const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));
