/** Whether the store answers at all. One failure is enough to stop waiting for it; one answer is enough to go on. */
export class StoreHealth {
  #answers = true;
  #asking = false;
  #askAgainAt = 0;

  constructor(
    private readonly retryMs: number,
    private readonly now: () => number,
    private readonly report: (error: unknown) => void,
  ) {}

  get answers(): boolean {
    return this.#answers;
  }

  answered(): void {
    this.#answers = true;
  }

  failed(error: unknown): void {
    this.#answers = false;
    this.#askAgainAt = this.now() + this.retryMs;
    this.report(error);
  }

  /**
   * Asks a store that failed whether it is back: one question at a time, and none within `retryMs` of a failure. A
   * question, not a batch: a store that counts but answers too late would count the same requests with each try.
   */
  async ask(ping: () => Promise<unknown>): Promise<void> {
    if (this.#answers || this.#asking || this.now() < this.#askAgainAt) return;
    this.#asking = true;
    try {
      await ping();
      this.answered();
    } catch (error) {
      this.failed(error);
    } finally {
      this.#asking = false;
    }
  }
}
