/** `npm run restore`: brings back what `npm run export` wrote. */
import { checkArchive, restore } from "./archive/archive";
import { linesOf, runFor, storeOf } from "./archive/program";

const USAGE = `npm run restore -- <file> [--over], with LEDGER_REDIS_REST_URL and LEDGER_REDIS_REST_TOKEN in the environment

  reads the whole file first, and writes nothing where it is damaged, or where the store holds agents or signals already
  --over: the file's keys replace those of the same name, and others stay; also after a restore that broke off`;

async function main(args: readonly string[]): Promise<number> {
  const over = args.includes("--over");
  const [file, ...rest] = args.filter((word) => word !== "--over");
  if (file === undefined || file.startsWith("-") || rest.length > 0) return (console.log(USAGE), 2);
  const { family } = await checkArchive(linesOf(file));
  const parts = await restore(storeOf(), family, linesOf(file), over);
  console.log(`${parts} parts of the ${family} are back.`);
  return 0;
}

await runFor(() => main(process.argv.slice(2)));
