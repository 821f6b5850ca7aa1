import { expect, it, vi } from "vitest";
import { behindAnswer } from "@/lib/background";

/** A call's background, and what it began, in order. */
function call() {
  const kept: Promise<unknown>[] = [];
  const done: string[] = [];
  const { background, answered } = behindAnswer((work) => void kept.push(work));
  return {
    ...{ background, done },
    work: (name: string) => async () => void done.push(name),
    async answered(): Promise<void> {
      answered();
      done.push("answered");
      await Promise.allSettled(kept);
    },
  };
}

it("what a call leaves behind begins when it is answered, in its order, and not in the answer's turn", async () => {
  const { background, work, done, answered } = call();
  background(work("look"));
  background(work("recover"));
  await Promise.resolve();
  expect(done).toEqual([]);
  await answered();
  expect(done).toEqual(["answered", "look", "recover"]);
});

it("what comes once the call is answered, or has begun before, is not held back", async () => {
  const { background, work, done, answered } = call();
  background(work("begun")());
  expect(done).toEqual(["begun"]);
  await answered();
  background(work("late"));
  expect(done).toEqual(["begun", "answered", "late"]);
});

it("of work that fails the rest is done, and the log says why", async () => {
  const lines = vi.spyOn(console, "error").mockReturnValue(undefined);
  try {
    const { background, work, done, answered } = call();
    background(() => Promise.reject(new Error("no node answers")));
    background(work("recover"));
    await answered();
    background(() => Promise.reject(new Error("no file")));
    await Promise.resolve();
    expect(done).toEqual(["answered", "recover"]);
    const said = lines.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    expect(said).toMatchObject(
      ["Error: no node answers", "Error: no file"].map((why) => ({ event: "background_failed", why })),
    );
  } finally {
    lines.mockRestore();
  }
});
