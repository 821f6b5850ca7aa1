/** `npm run rehearse -- <name>`: plays a runbook of docs/runbooks against the sandbox, which must be up (`npm run sandbox`). */
import { world } from "../support/world";
import { REHEARSALS } from "./rehearsals";
import { play } from "./stage";

const names = process.argv.slice(2);
const wanted = Object.entries(REHEARSALS).filter(([name]) => names.includes(name));
if (wanted.length === 0 || wanted.length < names.length) {
  console.error(`npm run rehearse -- ${Object.keys(REHEARSALS).join(" | ")}`);
  process.exit(2);
}
let failed = 0;
for (const [name, rehearsal] of wanted) if (!(await play(name, rehearsal, world()))) failed += 1;
process.exit(failed);
