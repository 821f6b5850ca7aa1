/** Why a transaction's bytes tell nothing that can be relied on. */
type Fault =
  /** They are not of a transaction's form. */
  | "malformed"
  /** It names its accounts by look-up tables, which may change. */
  | "look-up tables"
  /** It is of a version that is not read, or not to be sent. */
  | "version";

/** A transaction that can't be read. Its message tells the sender what to do. */
export class UnreadableTransaction extends Error {
  override name = "UnreadableTransaction";
  constructor(
    readonly fault: Fault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
