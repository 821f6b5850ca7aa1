/**
 * Breadth-first exploration of everything that a system can do. States are told apart by a text; the search keeps one
 * representative of each, and of every transition where it leads and what it is marked with.
 */

export interface Step<S> {
  /** What happens, in words, for a trace. */
  label: string;
  next: S;
}

export interface System<S, T extends Step<S>> {
  initial: S;
  steps(state: S): readonly T[];
  /** The same text for states that can't be told apart by what may follow. */
  key(state: S): string;
  /** The promise that a step breaks, or null. */
  broken(state: S, step: T): string | null;
  /** Bits that say what kind of state this is. */
  traits(state: S): number;
  /** Bits that say what kind of step this is. */
  marks(state: S, step: T): number;
}

export interface Violation {
  promise: string;
  /** The shortest way to it. */
  trace: string[];
}

export class TooManyStates extends Error {
  override name = "TooManyStates";
}

/** Numbers by the million, without a box for each. */
class Numbers {
  #items = new Int32Array(1 << 12);
  length = 0;

  push(value: number): void {
    if (this.length === this.#items.length) {
      const larger = new Int32Array(this.#items.length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.length++] = value;
  }

  at(index: number): number {
    return this.#items[index] ?? 0;
  }
}

/** What was found: every reachable state as a number, and every transition between two of them. */
export class Graph {
  readonly traits = new Numbers();
  readonly from = new Numbers();
  readonly to = new Numbers();
  readonly marks = new Numbers();
  readonly #said = new Numbers();
  readonly #parent = new Numbers();
  readonly #via = new Numbers();
  readonly #labels: string[] = [];
  readonly #labelIds = new Map<string, number>();
  /** Steps from the start to the state that is farthest away. */
  depth = 0;
  violation: Violation | null = null;

  get states(): number {
    return this.traits.length;
  }

  get transitions(): number {
    return this.from.length;
  }

  #idOf(label: string): number {
    let id = this.#labelIds.get(label);
    if (id === undefined) {
      id = this.#labels.push(label) - 1;
      this.#labelIds.set(label, id);
    }
    return id;
  }

  addState(parent: number, label: string, traits: number): number {
    this.#parent.push(parent);
    this.#via.push(this.#idOf(label));
    this.traits.push(traits);
    return this.traits.length - 1;
  }

  addTransition(from: number, to: number, label: string, marks: number): void {
    this.from.push(from);
    this.to.push(to);
    this.#said.push(this.#idOf(label));
    this.marks.push(marks);
  }

  /** The shortest way from the start to a state, step by step. */
  traceTo(state: number): string[] {
    const trace: string[] = [];
    for (let at = state; at > 0; at = this.#parent.at(at)) trace.push(this.#labels[this.#via.at(at)] ?? "");
    return trace.reverse();
  }

  /** The transitions with a mark of `over`, by where they lead: for each state, where they come from. */
  #backwards(over: number): { start: Int32Array; sources: Int32Array } {
    const start = new Int32Array(this.states + 1);
    const usable = (edge: number) => (this.marks.at(edge) & over) !== 0;
    for (let edge = 0; edge < this.transitions; edge++) if (usable(edge)) bump(start, this.to.at(edge) + 1);
    for (let state = 0; state < this.states; state++)
      start[state + 1] = (start[state + 1] ?? 0) + (start[state] ?? 0);
    const sources = new Int32Array(start[this.states] ?? 0);
    const filled = start.slice();
    for (let edge = 0; edge < this.transitions; edge++)
      if (usable(edge)) sources[bump(filled, this.to.at(edge))] = this.from.at(edge);
    return { start, sources };
  }

  /** Which states can come to a transition with a mark of `goal`, over transitions with a mark of `over` only. */
  canReach(goal: number, over: number): Uint8Array {
    const { start, sources } = this.#backwards(over);
    const reached = new Uint8Array(this.states);
    const queue = new Numbers();
    const reach = (state: number): void => {
      if (reached[state] === 1) return;
      reached[state] = 1;
      queue.push(state);
    };
    for (let edge = 0; edge < this.transitions; edge++) {
      const marks = this.marks.at(edge);
      if ((marks & over) !== 0 && (marks & goal) !== 0) reach(this.from.at(edge));
    }
    for (let next = 0; next < queue.length; next++) {
      const state = queue.at(next);
      for (let index = start[state] ?? 0; index < (start[state + 1] ?? 0); index++)
        reach(sources[index] ?? 0);
    }
    return reached;
  }

  /** A way to, and once around, a circle of transitions with a mark of `over`, or null when there is none. */
  endless(over: number): string[] | null {
    const { start, sources } = this.#backwards(over);
    const ways = new Int32Array(this.states);
    for (const source of sources) bump(ways, source);
    // Whoever leads only to states that end, ends.
    const ending = new Numbers();
    for (let state = 0; state < this.states; state++) if (ways[state] === 0) ending.push(state);
    for (let next = 0; next < ending.length; next++) {
      const state = ending.at(next);
      for (let index = start[state] ?? 0; index < (start[state + 1] ?? 0); index++) {
        const source = sources[index] ?? 0;
        ways[source] = (ways[source] ?? 0) - 1;
        if (ways[source] === 0) ending.push(source);
      }
    }
    const left = ways.findIndex((count) => count > 0);
    return left < 0 ? null : this.#circle(left, over, ways);
  }

  /** From a state that leads to a circle: follows what is left until a state comes again. */
  #circle(start: number, over: number, ways: Int32Array): string[] {
    const next = new Map<number, number>();
    for (let edge = 0; edge < this.transitions; edge++)
      if ((this.marks.at(edge) & over) !== 0 && (ways[this.to.at(edge)] ?? 0) > 0)
        next.set(this.from.at(edge), edge);
    const visited: number[] = [];
    let state = start;
    for (; !visited.includes(state); state = this.to.at(next.get(state) ?? 0)) visited.push(state);
    const round = visited.slice(visited.indexOf(state));
    const said = round.map((each) => this.#labels[this.#said.at(next.get(each) ?? 0)] ?? "");
    return [...this.traceTo(state), "and from here on, for ever:", ...said];
  }
}

/** @returns the value before */
function bump(numbers: Int32Array, index: number): number {
  const before = numbers[index] ?? 0;
  numbers[index] = before + 1;
  return before;
}

/**
 * Explores all that can be reached, or up to the first broken promise, which is then the one with the shortest trace.
 * @throws TooManyStates beyond `most`
 */
export function explore<S, T extends Step<S>>(system: System<S, T>, most: number): Graph {
  const graph = new Graph();
  const known = new Map<string, number>();
  known.set(system.key(system.initial), graph.addState(0, "", system.traits(system.initial)));
  let frontier: [number, S][] = [[0, system.initial]];
  for (; frontier.length > 0; graph.depth++) {
    const next: [number, S][] = [];
    for (const [from, state] of frontier) {
      for (const step of system.steps(state)) {
        const promise = system.broken(state, step);
        if (promise !== null) {
          graph.violation = { promise, trace: [...graph.traceTo(from), step.label] };
          return graph;
        }
        const key = system.key(step.next);
        let to = known.get(key);
        if (to === undefined) {
          to = graph.addState(from, step.label, system.traits(step.next));
          if (graph.states > most) throw new TooManyStates(`more than ${most} states`);
          known.set(key, to);
          next.push([to, step.next]);
        }
        graph.addTransition(from, to, step.label, system.marks(state, step));
      }
    }
    frontier = next;
  }
  graph.depth--;
  return graph;
}
