/** How the script ends, for whatever runs it. */
export const EXIT = {
  /** An answer was printed. */
  served: 0,
  /** Something else failed: nothing answers there, or not as the protocol says. */
  failed: 1,
  /** The command or its settings make no sense; nothing was sent that could cost anything. */
  usage: 2,
  /** Over the price limit, or not confirmed: nothing was signed. */
  declined: 3,
  /** The service refuses this request (4xx). */
  refused: 4,
  /** The service does not take this payment (402), for example for want of funds. */
  unpaid: 5,
  /** The service can't sell at the moment (429, 5xx). */
  unavailable: 6,
  /** A payment was sent and its outcome is open: the same command sends the same payment again. */
  open: 7,
} as const;

/** Ends the script with a message for a person. */
export class Stop extends Error {
  override name = "Stop";
  constructor(
    readonly exit: (typeof EXIT)[keyof typeof EXIT],
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
