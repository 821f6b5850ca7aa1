import { inclusionPath, subtreesToRead } from "@/lib/lounge/log/merkle";
import { verifyCertificate } from "@/lib/lounge/verifier/verify";
import { verifierVectors } from "@/scripts/verifier-files";
import { ownCpuMs } from "../cpu";
import { fixed, printTable, type Goal } from "../table";

const LEAVES = 1_000_000;
const SAMPLES = 2_000;
const MAX_HASHES = 25;
const MAX_VERIFIER_MS = 20;

/** The most hashes that a proof reads, of leaves all over a log: its ends, and one in every 500. */
function mostHashesRead(): number {
  const step = Math.floor(LEAVES / SAMPLES);
  const leaves = [0, LEAVES - 1, ...Array.from({ length: SAMPLES }, (_, at) => at * step + (at % step))];
  return Math.max(...leaves.map((leaf) => subtreesToRead(inclusionPath(leaf, LEAVES), LEAVES).length));
}

interface Vectors {
  key: string;
  certificates: { answer: Parameters<typeof verifyCertificate>[0]; summary: string }[];
}

/** CPU time of every step of the stand-alone verifier on the first published certificate, warm, in milliseconds. */
async function verifierMs(): Promise<number> {
  const { key, certificates } = JSON.parse(verifierVectors()) as Vectors; // as they are published
  const [first] = certificates;
  if (first === undefined) throw new Error("there are no vectors");
  const { answer, summary } = first;
  return ownCpuMs(async () => (await verifyCertificate(answer, { key, summary })).every(({ ok }) => ok));
}

/** K: what a certificate's proof asks of the store, and what it takes to check one. */
export async function loungeRows(): Promise<Goal[]> {
  const hashes: Goal = {
    name: `hashes read for an inclusion proof at ${LEAVES} leaves`,
    ...{ value: mostHashesRead(), sense: "at most", bound: MAX_HASHES },
  };
  const verifier: Goal = {
    name: "CPU ms of the stand-alone verifier, a certificate",
    ...{ value: await verifierMs(), sense: "at most", bound: MAX_VERIFIER_MS },
  };
  printTable(
    "K. Certificates",
    ["what", "at most", "goal"],
    [
      [hashes.name, String(hashes.value), `at most ${MAX_HASHES}`],
      [verifier.name, fixed(verifier.value), `at most ${MAX_VERIFIER_MS}`],
    ],
  );
  return [hashes, verifier];
}
