import { inspect } from "node:util";
import type { Randomness } from "@/sandbox/upstream/market/random";
import type { Authorization } from "./chains/base";
import { simulatedCrypto } from "./crypto";
import type { Cancel, Kernel, Owner } from "./kernel";
import type { Program } from "./program";
import type { RoutePath } from "./routes";
import { simulatedSignals, SimulatedController } from "./signals";
import { signedByEvm } from "./sign-in";

/** What the routes of an instance ask the world for. */
export interface InstanceHost {
  /** Makes an answer for a payment, takes its time, or fails. */
  answer(
    paymentKey: string,
  ): Promise<{ id: string; effectsKey: string; isScarce: boolean } | "unavailable" | "broken">;
  /** An answer was made that has what can be had once. */
  hasIt(id: string): void;
  /** Whether the key of the paying wallet signed. */
  isSigned(authorization: Authorization, signature: string): boolean;
  /** What providers say of the own token's price now, as the till writes a price. */
  tokenPrice(): bigint;
  /** Whether a wallet on Base signed a message. */
  isSignedMessage(message: string, address: string, signature: string): boolean;
}

/** What an instance's bundle exports (see instance-entry.ts). */
export interface Service {
  handle(path: RoutePath, request: Request): Promise<Response>;
  /** Writes down what is known of the own token's market, and answers as its route does. */
  readMarket(): Promise<Response>;
  recover(signal: AbortSignal): Promise<void>;
  /** Reserves the refund of a payment, or records the transaction that it is; the status that its route answers. */
  returnPayment(payment: string, transaction?: string): Promise<number>;
  scripts: Readonly<Record<string, string>>;
}

export interface InstanceOptions {
  name: string;
  kernel: Kernel;
  random: Randomness;
  program: Program;
  settings: Readonly<Record<string, string>>;
  /** How far this instance's clock is ahead of the world's, in milliseconds. */
  skewMs: number;
  fetch(instance: Instance, url: string, init: RequestInit): Promise<Response>;
  answer(instance: Instance, paymentKey: string): ReturnType<InstanceHost["answer"]>;
  isSigned: InstanceHost["isSigned"];
  tokenPrice: InstanceHost["tokenPrice"];
  hasIt: InstanceHost["hasIt"];
  log(instance: Instance, line: string): void;
}

/** A promise of something that will never be: what a dead instance waits for. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** One instance of the service: a module graph of its own, whose clock, network and chance are the world's. */
export class Instance implements Owner {
  dead = false;
  pausedUntil = 0;
  readonly name: string;
  readonly service: Service;
  private readonly onDeath = new Set<() => void>();

  constructor(private readonly options: InstanceOptions) {
    this.name = options.name;
    this.service = options.program.start(this.globals()) as unknown as Service; // what instance-entry.ts exports
  }

  /** The process ends here and now: nothing of what it waits for ever comes. */
  kill(): void {
    if (this.dead) return;
    this.dead = true;
    for (const listener of this.onDeath) listener();
  }

  /** Calls when the process ends; the returned function takes that back. */
  whenDead(listener: () => void): () => void {
    this.onDeath.add(listener);
    return () => void this.onDeath.delete(listener);
  }

  /** What code of this instance asks the network; the dead never hear. */
  fetch(url: string, init: RequestInit): Promise<Response> {
    return this.dead ? never() : this.options.fetch(this, url, init);
  }

  private globals(): Record<string, unknown> {
    const { kernel, random, skewMs, settings } = this.options;
    const now = (): number => kernel.now + skewMs;

    class SimulatedDate extends Date {
      constructor(...args: [] | [value: number | string | Date]) {
        if (args.length === 0) super(now());
        else super(args[0]);
      }
      static override now = now;
    }

    const timers = new Map<number, Cancel>();
    let timerIds = 0;
    const setTimeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
      timerIds += 1;
      const id = timerIds;
      const fire = (): void => {
        timers.delete(id);
        run(...args);
      };
      timers.set(id, kernel.after(ms, fire, this));
      return id;
    };
    const clearTimeout = (id: number): void => {
      timers.get(id)?.();
      timers.delete(id);
    };

    let drawn = 0;
    const fill = (bytes: Uint8Array): void => {
      drawn += 1;
      bytes.set(Buffer.from(random.hex(2 * bytes.length, `${this.name} bytes`, drawn), "hex"));
    };
    let numbers = 0;
    const simulatedMath: unknown = Object.create(Math, {
      random: { value: () => random.unit(`${this.name} number`, (numbers += 1)) },
    });
    const host: InstanceHost = {
      answer: (paymentKey) => (this.dead ? never() : this.options.answer(this, paymentKey)),
      isSigned: this.options.isSigned,
      tokenPrice: this.options.tokenPrice,
      isSignedMessage: (message, address, signature) => signature === signedByEvm(message, address),
      hasIt: this.options.hasIt,
    };
    const print = (...parts: unknown[]): void => {
      if (this.dead) return;
      this.options.log(
        this,
        parts.map((part) => (typeof part === "string" ? part : inspect(part))).join(" "),
      );
    };
    const names = {
      fetch: (input: string | URL | Request, init: RequestInit = {}) => this.fetch(String(input), init),
      Date: SimulatedDate,
      performance: { now },
      setTimeout,
      clearTimeout,
      setInterval: () => {
        throw new Error("no interval is simulated");
      },
      clearInterval: clearTimeout,
      AbortController: SimulatedController,
      AbortSignal: simulatedSignals((ms, run) => void kernel.after(ms, run, this)),
      crypto: simulatedCrypto(fill),
      Math: simulatedMath,
      console: { log: print, error: print, warn: print, info: print },
      process: { env: settings },
      host,
    };
    const globals: unknown = Object.create(globalThis, Object.getOwnPropertyDescriptors(names));
    return { ...names, globalThis: globals };
  }
}
