/** Who an event happens to: nothing happens to the dead, and who stands still hears of it later. */
export interface Owner {
  dead: boolean;
  /** Until when (ms) this one stands still. */
  pausedUntil: number;
}

interface Event {
  at: number;
  /** Events of one moment happen in the order in which they were planned. */
  order: number;
  owner: Owner | null;
  run: () => void;
}

/** Ends what was planned; once it has happened, nothing. */
export type Cancel = () => void;

/**
 * One clock and one queue for a whole world. Nothing happens between two events but what the first one's own code
 * does without waiting, so that a run depends on nothing but what was planned.
 */
export class Kernel {
  private queue: Event[] = [];
  private planned = 0;
  /** How many events have happened. */
  happened = 0;
  /** Milliseconds since 1970, whole. */
  now: number;

  constructor(start: number) {
    this.now = start;
  }

  /** Plans something in so many milliseconds (0 is still later than now). */
  after(ms: number, run: () => void, owner: Owner | null = null): Cancel {
    const event: Event = { at: this.now + Math.max(0, Math.round(ms)), order: this.planned++, owner, run };
    this.push(event);
    return () => {
      event.run = nothing;
    };
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  /** Lets events happen until `isOver`, or until `end` (ms), or until nothing is planned. */
  async run(isOver: () => boolean, end: number): Promise<void> {
    while (!isOver()) {
      const event = this.pop();
      if (event === undefined || event.at > end) return;
      this.now = Math.max(this.now, event.at);
      const { owner } = event;
      if (owner?.dead === true || event.run === nothing) continue;
      if (owner !== null && owner.pausedUntil > this.now) {
        this.push({ ...event, at: owner.pausedUntil, order: this.planned++ });
        continue;
      }
      this.happened += 1;
      event.run();
      await turn();
    }
  }

  private push(event: Event): void {
    const { queue } = this;
    let index = queue.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = queue[parent];
      if (above === undefined || !isBefore(event, above)) break;
      queue[index] = above;
      index = parent;
    }
    queue[index] = event;
  }

  private pop(): Event | undefined {
    const { queue } = this;
    const [first] = queue;
    const last = queue.pop();
    if (first === undefined || last === undefined || queue.length === 0) return first;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const [a, b] = [queue[left], queue[left + 1]];
      if (a === undefined) break;
      const [child, at] = b !== undefined && isBefore(b, a) ? [b, left + 1] : [a, left];
      if (!isBefore(child, last)) break;
      queue[index] = child;
      index = at;
    }
    queue[index] = last;
    return first;
  }
}

const nothing = (): void => undefined;

const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Resolves when all code that waits for nothing has run. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
