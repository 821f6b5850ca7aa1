import { isRecord } from "@/lib/is-record";

/** The log as it stands now, as its route tells it. */
export interface LogNow {
  checkpoint: string | null;
  keys: readonly { key: string; fromSize: number }[];
  /** That the tree of `first` leaves is the beginning of the one of `checkpoint`. */
  consistency: { first: number; proof: readonly string[] } | null;
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Null for what is no answer of the log's route. */
export function readLogNow(value: unknown): LogNow | null {
  if (!isRecord(value) || !Array.isArray(value.keys)) return null;
  const keys = value.keys.flatMap((one: unknown) =>
    isRecord(one) && isText(one.key) ? [{ key: one.key, fromSize: Number(one.fromSize) }] : [],
  );
  const { checkpoint, consistency } = value;
  return {
    keys,
    checkpoint: isText(checkpoint) ? checkpoint : null,
    consistency:
      isRecord(consistency) && Array.isArray(consistency.proof)
        ? { first: Number(consistency.first), proof: consistency.proof.filter(isText) }
        : null,
  };
}
