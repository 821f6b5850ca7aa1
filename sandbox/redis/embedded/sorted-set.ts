import type { Bytes } from "./numbers";

export interface Scored {
  readonly member: Bytes;
  readonly score: number;
}

/** Members with scores, held in order of score, then of bytes. Changes cost a binary search and one splice. */
export class SortedSet {
  readonly #scores = new Map<Bytes, number>();
  readonly #ordered: Scored[] = [];

  get size(): number {
    return this.#ordered.length;
  }

  score(member: Bytes): number | undefined {
    return this.#scores.get(member);
  }

  set(member: Bytes, score: number): void {
    this.delete(member);
    const kept = score + 0; // Redis keeps no sign on a zero
    this.#scores.set(member, kept);
    this.#ordered.splice(this.#position(member, kept), 0, { member, score: kept });
  }

  delete(member: Bytes): boolean {
    const score = this.#scores.get(member);
    if (score === undefined) return false;
    this.#scores.delete(member);
    this.#ordered.splice(this.#position(member, score), 1);
    return true;
  }

  /** All members, lowest first. */
  ordered(): readonly Scored[] {
    return this.#ordered;
  }

  /** The first place whose entry is not before (score, member). */
  #position(member: Bytes, score: number): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = this.#ordered[middle];
      if (at !== undefined && (at.score < score || (at.score === score && at.member < member)))
        low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
