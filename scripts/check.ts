/** `npm run check`: what can be said of the sources without running the service. */
import { run, runTests, Stages, STATIC_CHECKS } from "./stages";

const stages = new Stages();
await run("npm", ["run", "--silent", "render"]);
for (const [name, check] of STATIC_CHECKS) await stages.run(name, check);
await stages.run("unit", () => runTests("unit"));
stages.finish();
