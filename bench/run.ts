/**
 * `npm run bench`: what the functions weigh, what a first and a warm call take, and what a 402 and a paid call cost in
 * CPU time of the service, all against one sandbox. Medians of five rounds. Peers are not measured yet.
 */
import { catalog } from "@/lib/catalog";
import { isPaid } from "@/lib/catalog/define";
import { payingFetch, evmClient } from "@/sandbox/clients";
import { readOptions } from "@/sandbox/options";
import { freePort } from "@/sandbox/ports";
import { raiseSandbox } from "@/sandbox/sandbox";
import { startService } from "@/sandbox/service";
import { cpuMs, median } from "./cpu";
import { functionSizes } from "./sizes";

const ROUNDS = 5;
const UNPAID_A_ROUND = 400;
const PAID_A_ROUND = 20;

let address = 0;
const fromAnywhere = (): Record<string, string> => ({
  "x-forwarded-for": `10.${Math.floor(address / 65_025) % 255}.${Math.floor(address / 255) % 255}.${address++ % 255}`,
});

const timed = async (work: () => Promise<Response>): Promise<number> => {
  const startedAt = performance.now();
  const response = await work();
  await response.arrayBuffer();
  return performance.now() - startedAt;
};

const fixed = (value: number, digits = 1): string => (Number.isNaN(value) ? "–" : value.toFixed(digits));

const sandbox = await raiseSandbox(readOptions([]));
try {
  const sizes = functionSizes();
  console.log("\nSize, KB gzip");
  for (const [name, size] of Object.entries(sizes)) console.log(`  ${name.padEnd(28)} ${fixed(size)}`);

  console.log(
    "\nCalls, ms (first: a fresh process; warm: median)       first 402   first paid   warm 402   warm paid",
  );
  for (const entry of catalog.filter(isPaid)) {
    const port = await freePort();
    const service = await startService({
      port,
      name: "bench",
      env: { ...sandbox.world.serviceEnv, STORE_PREFIX: `bench-${entry.label}` },
    });
    const url = `http://127.0.0.1:${port}${entry.path}`;
    const unpaid = () => fetch(url, { method: "POST", headers: fromAnywhere() });
    const pay = payingFetch(evmClient(sandbox.world));
    const paid = () => pay(url, { method: "POST", headers: fromAnywhere() });
    const first = { unpaid: await timed(unpaid), paid: await timed(paid) };
    const warm = { unpaid: [] as number[], paid: [] as number[] };
    const cpu = { unpaid: [] as number[], paid: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, call, count] of [
        ["unpaid", unpaid, UNPAID_A_ROUND],
        ["paid", paid, PAID_A_ROUND],
      ] as const) {
        const before = cpuMs(service.pid);
        for (let sent = 0; sent < count; sent += 1) warm[kind].push(await timed(call));
        const after = cpuMs(service.pid);
        if (before !== null && after !== null) cpu[kind].push((after - before) / count);
      }
    }
    console.log(
      `  ${entry.label.padEnd(52)} ${fixed(first.unpaid).padStart(9)} ${fixed(first.paid).padStart(12)} ${fixed(median(warm.unpaid)).padStart(10)} ${fixed(median(warm.paid)).padStart(11)}`,
    );
    console.log(
      `    CPU a call, ms: 402 ${fixed(median(cpu.unpaid), 2)}, 402 and paid call together ${fixed(median(cpu.paid), 2)}`,
    );
    await service.stop();
  }
} finally {
  await sandbox.stop();
}
process.exit();
