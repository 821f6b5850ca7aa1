import type { Signal } from "../signal";
import type { ListedSignal } from "./answer";

/** A signal as lists show it. */
export const listed = ({ id, v: _, bodyHash: __, publishedAt, ...signal }: Signal): ListedSignal => ({
  signalId: id,
  ...signal,
  categories: [...signal.categories],
  publishedAt: new Date(publishedAt).toISOString(),
  minted: false,
});
