import { Tally } from "./tally";

/** How many tallies are looked at for one that can go. */
const STEPS = 8;

/** The tallies of one window; a new window starts with new ones, so that old ones are dropped without a look. */
export class Tallies {
  readonly #kept = new Map<string, Tally>();
  /** Goes around in the order of arrival; a fresh iterator would pass over all that was deleted before. */
  #hand = this.#kept.values();
  /** From then on a new address may be one that was forgotten. */
  #wasFull = false;

  constructor(
    readonly resetAt: number,
    readonly max: number,
  ) {}

  get size(): number {
    return this.#kept.size;
  }

  get(address: string): Tally | undefined {
    return this.#kept.get(address);
  }

  /** A tally for a new address. When there are `max`, it is kept only if `forget` lets another go. */
  open(address: string, forget: (tally: Tally) => boolean): Tally {
    const isFull = this.#kept.size >= this.max;
    this.#wasFull ||= isFull;
    const tally = new Tally(address, this.resetAt, !isFull || this.#makeRoom(forget), this.#wasFull);
    if (tally.kept) this.#kept.set(address, tally);
    return tally;
  }

  #makeRoom(forget: (tally: Tally) => boolean): boolean {
    for (let step = 0; step < STEPS; step += 1) {
      let next = this.#hand.next();
      if (next.done) {
        this.#hand = this.#kept.values();
        next = this.#hand.next();
      }
      if (next.value !== undefined && forget(next.value)) return this.#kept.delete(next.value.address);
    }
    return false;
  }
}
