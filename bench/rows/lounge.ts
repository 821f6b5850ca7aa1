import { createServer } from "node:http";
import { inclusionPath, subtreesToRead } from "@/lib/lounge/log/merkle";
import { verifierModule, verifierVectors } from "@/scripts/verifier-files";
import { launchBrowser } from "@/tests/support/browser";
import { fixed, printTable, type Goal } from "../table";

const LEAVES = 1_000_000;
const SAMPLES = 2_000;
const MAX_HASHES = 25;
const TURNS = 200;
const MAX_MS = 20;

/** The most hashes that a proof reads, of leaves all over a log: its ends, and one in every 500. */
function mostHashesRead(): number {
  const step = Math.floor(LEAVES / SAMPLES);
  const leaves = [0, LEAVES - 1, ...Array.from({ length: SAMPLES }, (_, at) => at * step + (at % step))];
  return Math.max(...leaves.map((leaf) => subtreesToRead(inclusionPath(leaf, LEAVES), LEAVES).length));
}

/** Runs in the page: milliseconds of each turn, every step of which must hold. */
async function timeTurns(turns: number): Promise<number[]> {
  type Vectors = { key: string; certificates: { answer: unknown; summary: string }[] };
  type Verifier = {
    verifyCertificate(answer: unknown, by: { key: string; summary: string }): Promise<{ ok: boolean }[]>;
  };
  const at = "/verify.mjs";
  const verifier = (await import(at)) as Verifier; // as it is served
  const { key, certificates } = (await (await fetch("/vectors.json")).json()) as Vectors; // its own format
  const [first] = certificates;
  if (first === undefined) throw new Error("there are no vectors");
  const took: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const startedAt = performance.now();
    const steps = await verifier.verifyCertificate(first.answer, { key, summary: first.summary });
    took.push(performance.now() - startedAt);
    if (steps.some(({ ok }) => !ok)) throw new Error("a vector does not hold");
  }
  return took;
}

/** A certificate's verification in a browser, first and median of many, in milliseconds. */
async function verifierTimes(): Promise<{ first: number; median: number }> {
  const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
    "/": ["text/html", "<!doctype html><title>bench</title>"],
    "/verify.mjs": ["text/javascript", verifierModule()],
    "/vectors.json": ["application/json", verifierVectors()],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ""] ?? ["text/plain", ""];
    response.setHeader("content-type", type).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${address.port}/`);
    const took = await page.evaluate(timeTurns, TURNS);
    const sorted = [...took].sort((a, b) => a - b);
    return { first: took[0] ?? Number.NaN, median: sorted[Math.floor(TURNS / 2)] ?? Number.NaN };
  } finally {
    await browser.close();
    server.close();
  }
}

/** K: what a certificate's proof costs the store, and its verification a reader. */
export async function loungeRows(): Promise<Goal[]> {
  const hashes = mostHashesRead();
  const { first, median } = await verifierTimes();
  printTable(
    "K. Certificates",
    ["what", "measured", "goal"],
    [
      [
        `hashes read for an inclusion proof at ${LEAVES} leaves, at most`,
        String(hashes),
        `at most ${MAX_HASHES}`,
      ],
      ["verifying in a browser, the first time, ms", fixed(first, 1), `at most ${MAX_MS}`],
      [`the median of ${TURNS}, ms`, fixed(median, 1), ""],
    ],
  );
  return [
    { name: "hashes read for an inclusion proof", value: hashes, sense: "at most", bound: MAX_HASHES },
    { name: "verifying a certificate in a browser, ms", value: first, sense: "at most", bound: MAX_MS },
  ];
}
