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

const EVENTS_AT_A_TIME = 64;

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
  run(isOver: () => boolean, end: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let isDone = false;
      let left = 0;
      const step = (): void => {
        if (isDone) return;
        left -= 1;
        try {
          isDone = isOver() || !this.next(end);
        } catch (error) {
          isDone = true;
          reject(error as Error); // whatever an event threw
        }
        if (isDone) resolve();
        else if (left === 0) plan();
      };
      // The platform does everything that waits for nothing between two of these, and looks for its own work only
      // after the last: a look for each event would cost more than most events do.
      const plan = (): void => {
        for (left = 0; left < EVENTS_AT_A_TIME; left += 1) setImmediate(step);
      };
      plan();
    });
  }

  /** Lets the next event happen; false when none is planned until `end`. */
  private next(end: number): boolean {
    for (;;) {
      const event = this.pop();
      if (event === undefined || event.at > end) return false;
      this.now = Math.max(this.now, event.at);
      const { owner } = event;
      if (owner?.dead === true || event.run === nothing) continue;
      if (owner !== null && owner.pausedUntil > this.now) {
        this.push({ ...event, at: owner.pausedUntil, order: this.planned++ });
        continue;
      }
      this.happened += 1;
      event.run();
      return true;
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
