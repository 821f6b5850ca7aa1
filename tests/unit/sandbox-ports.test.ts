import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { freePort, holdPort } from "@/sandbox/ports";

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/** A port whose claim is a port too. */
async function preferredPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port < 55_000) return port;
  }
}

describe("the port of a sandbox", () => {
  it("is the preferred one, and another program can't take it before it is released", async () => {
    const preferred = await preferredPort();
    const held = await holdPort(undefined, preferred);
    expect([held.port, await canListen(preferred)]).toEqual([preferred, false]);
    await held.release();
    expect(await canListen(preferred)).toBe(true);
    await held.giveUp();
  });

  it("is another one for a second sandbox, even while the first one's service has not begun to serve", async () => {
    const preferred = await preferredPort();
    const first = await holdPort(undefined, preferred);
    await first.release();
    const second = await holdPort(undefined, preferred);
    expect(second.port).not.toBe(preferred);
    await Promise.all([first.giveUp(), second.giveUp()]);
    const third = await holdPort(undefined, preferred);
    expect(third.port).toBe(preferred);
    await third.giveUp();
  });

  it("is another one where the preferred one is taken", async () => {
    const preferred = await preferredPort();
    const other = await holdPort(preferred, preferred);
    const held = await holdPort(undefined, preferred);
    expect(held.port).not.toBe(preferred);
    await Promise.all([other.giveUp(), held.giveUp()]);
  });

  it("is the asked one, or an error that names it", async () => {
    const asked = await freePort();
    const held = await holdPort(asked, 3000);
    expect(held.port).toBe(asked);
    await expect(holdPort(asked, 3000)).rejects.toThrow(`port ${asked} is taken`);
    await held.giveUp();
  });
});
