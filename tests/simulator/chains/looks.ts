/** When nodes were asked about a payment, and how far they had come: what stands behind that they could not show. */
export class Looks {
  private readonly looks = new Map<string, { at: number; head: number }[]>();

  note(about: string, at: number, head: number): void {
    const found = this.looks.get(about);
    if (found === undefined) this.looks.set(about, [{ at, head }]);
    else found.push({ at, head });
  }

  /** Whether somebody has looked since then (ms), and was told of a chain without this block. */
  wereTooEarly = (about: string, since: number, block: number): boolean =>
    (this.looks.get(about) ?? []).some(({ at, head }) => at >= since && head < block);
}
