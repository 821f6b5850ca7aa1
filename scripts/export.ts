/** `npm run export`: what of the ledger's database must outlive it, as a file. */
import { open, rename, rm } from "node:fs/promises";
import { archiveOf } from "./archive/archive";
import { isFamily } from "./archive/families";
import { runFor, storeOf } from "./archive/program";

const USAGE = `npm run export -- agents|lounge <file>, with LEDGER_REDIS_REST_URL and LEDGER_REDIS_REST_TOKEN in the environment

  writes every key of theirs that stays, and a hash by which a restore knows that the file is whole
  the lounge's file holds paid texts and the salts of certificates: keep it as you keep the database`;

async function main([family, file, ...rest]: readonly string[]): Promise<number> {
  if (!isFamily(family) || file === undefined || rest.length > 0) return (console.log(USAGE), 2);
  const partial = `${file}.partial`; // a name of its own: what breaks off is never taken for an archive
  await rm(partial, { force: true });
  const handle = await open(partial, "wx", 0o600);
  let lines = 0;
  try {
    for await (const line of archiveOf(storeOf(), family, new Date())) {
      await handle.write(`${line}\n`);
      lines += 1;
    }
    await rename(partial, file);
  } finally {
    await handle.close();
    await rm(partial, { force: true }); // it holds paid texts, and is no archive
  }
  console.log(`${file}: ${lines - 2} parts of the ${family}.`);
  return 0;
}

await runFor(() => main(process.argv.slice(2)));
