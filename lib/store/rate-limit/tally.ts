/** Gets the request's place in the shared count, or null when the request is to be judged again. */
type Waiter = (place: number | null) => void;

/** What this instance knows of one address in one window. */
export class Tally {
  /** Whether the last batch failed; until one succeeds, no request of this address waits for the store. */
  failed = false;
  /** The shared count as far as it is known: what the store confirmed, of this instance and of others. */
  #shared = 0;
  /** Requests let through here that the store has not confirmed. */
  unconfirmed = 0;
  /** The one batch that is on its way to the store; it never rejects. */
  batch: Promise<void> | null = null;
  /** Requests that wait for a place; the next batch takes them. */
  waiting: Waiter[] = [];

  constructor(
    readonly address: string,
    /** When the window ends, in milliseconds since 1970. */
    readonly resetAt: number,
    /** Not kept: there was no room, so nothing but the store remembers this address. */
    readonly kept: boolean,
    /** Whether a request waits for the shared count: the address may have been counted here and forgotten since. */
    public mustAsk: boolean,
  ) {}

  /** The best local knowledge of how many requests were counted in this window. */
  get count(): number {
    return this.#shared + this.unconfirmed;
  }

  /**
   * The store counted `sent` requests, `hits` of them let through before, and says `total` now. Returns the place of
   * the last one, behind all that were let through here meanwhile (some are when the store fails for others). The
   * count never falls: a store that forgot (it may evict) does not make the instance forget.
   */
  confirm(sent: number, hits: number, total: number): number {
    this.#shared = Math.max(total, this.#shared + sent);
    this.unconfirmed -= hits;
    this.mustAsk = false;
    this.failed = false;
    return this.count;
  }
}
