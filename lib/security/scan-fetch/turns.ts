/** Lets so many pieces of work run at once; the others wait, in their order. */
export class Turns {
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(private most: number) {}

  /** From now on so many. */
  allow(most: number): void {
    this.most = most;
    this.#next();
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.most) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #next(): void {
    while (this.#running < this.most) {
      const go = this.#waiting.shift();
      if (go === undefined) return;
      this.#running += 1; // in its name, so that nobody comes between
      go();
    }
  }
}
