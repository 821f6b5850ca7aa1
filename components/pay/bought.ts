import type { Receipt } from "@/lib/buying/receipt";

/** An answer that was paid for, or was free. */
export interface Bought {
  /** As it came. */
  text: string;
  /** The stored answer of a payment that was made before. */
  replayed: boolean;
  /** Null for a free answer, or where the receipt can't be read. */
  receipt: Receipt | null;
}
