import { readdirSync, readFileSync } from "node:fs";
import type { Component } from "@/sandbox/process";
import type { World } from "@/sandbox/world";
import { startInstance } from "../support/service";

type Instance = Component & { origin: string };

/** What a process holds. */
export interface Sample {
  atMs: number;
  name: string;
  megabytes: number;
  descriptors: number;
}

function sampleOf({ name, pid }: Instance, startedAt: number): Sample | null {
  try {
    const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    return { atMs: Date.now() - startedAt, name, megabytes: Number(kilobytes) / 1024, descriptors };
  } catch {
    return null; // it was killed a moment ago
  }
}

/** Instances of one world: one that lives through all, and others that are killed and replaced beside it. */
export class Instances {
  readonly samples: Sample[] = [];
  killed = 0;
  /** Instances that did not come up in time. */
  slowStarts = 0;
  #startedAt = Date.now();
  #running: Instance[] = [];
  #made = 0;

  constructor(
    private readonly world: World,
    private readonly env: Record<string, string>,
  ) {}

  async add(name: string): Promise<void> {
    this.#made += 1;
    this.#running.push(await startInstance(this.world, `soak-${name}-${this.#made}`, this.env));
  }

  /** Any of them, as a load balancer chooses. */
  readonly origin = (): string =>
    this.#running[Math.floor(Math.random() * this.#running.length)]?.origin ?? "http://127.0.0.1:9";

  /**
   * Ends the youngest at once, as a machine that fails does, and starts another in its place: once more where that takes
   * too long, as on a machine that is busy with other work. The one that lasts is never ended.
   */
  async replace(): Promise<void> {
    const victim = this.#running.length > 1 ? this.#running.pop() : undefined;
    if (victim !== undefined) {
      process.kill(victim.pid, "SIGKILL");
      this.killed += 1;
    }
    await this.add("replaced").catch(async (error: unknown) => {
      this.slowStarts += 1;
      console.log(`an instance was not started: ${String(error).slice(0, 120)}`);
      await this.add("replaced");
    });
  }

  look(): void {
    for (const instance of this.#running) {
      const sample = sampleOf(instance, this.#startedAt);
      if (sample !== null) this.samples.push(sample);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((instance) => instance.stop()));
  }
}
