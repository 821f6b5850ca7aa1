/** What this process does: `/readyz` is 200 only while it serves. */
type Phase = "starting" | "serving" | "draining";

let current: Phase = "starting";

export const phase = (): Phase => current;

export const enter = (next: Phase): void => {
  current = next;
};
