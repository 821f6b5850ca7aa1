import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "@/scripts/program";

const HOOK = pathToFileURL(path.join(ROOT, "tests/support/refuse-network.mjs")).href;

/** Keeps a program, with all that it starts, on this machine, as far as it is Node or goes by the environment's proxies. */
export interface Offline {
  env: Readonly<Record<string, string>>;
  /** What it wanted of other machines, a line each. */
  attempts(): string[];
  end(): void;
}

/** Node refuses by itself; other programs are sent to a proxy that refuses everybody. */
export async function offline(): Promise<Offline> {
  const folder = mkdtempSync(path.join(tmpdir(), "offline-"));
  const file = path.join(folder, "refused");
  const proxied: string[] = [];
  const proxy = createServer((socket) => {
    socket.on("error", () => undefined); // whoever is refused may be gone first
    socket.once("data", (asked) => {
      proxied.push(`through a proxy: ${asked.toString("latin1").split("\r\n", 1)[0] ?? ""}`);
      socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    env: {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${HOOK}`.trim(),
      REFUSED_FILE: file,
      ...{ HTTP_PROXY: url, HTTPS_PROXY: url, ALL_PROXY: url, NO_PROXY: "localhost,127.0.0.1,::1" },
      ...{ http_proxy: url, https_proxy: url, all_proxy: url, no_proxy: "localhost,127.0.0.1,::1" },
    },
    attempts: () => [
      ...(existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []),
      ...proxied,
    ],
    end: () => {
      proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
