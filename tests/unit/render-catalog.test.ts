import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "@/scripts/program";

it("rendering the catalog in a deployment's build asks no store, and warns of none that is missing", async () => {
  const asked: string[] = [];
  const store = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end('{"result":[]}');
  });
  await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`; // it listens at a port
  const settings = {
    ...{ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: "a-token" },
    ...{ LEDGER_REDIS_REST_URL: `${url}/ledger`, LEDGER_REDIS_REST_TOKEN: "a-token" },
  };
  try {
    const tsx = path.join(ROOT, "node_modules", ".bin", "tsx");
    const { stdout, stderr } = await promisify(execFile)(tsx, ["scripts/render-catalog.ts"], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
    });
    expect(asked).toEqual([]);
    expect(stdout + stderr).toBe("");
  } finally {
    store.close();
  }
});
