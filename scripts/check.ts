/** `npm run check`: what can be said of the sources without running the service. */
import { run, runTests, Stages, runStaticChecks } from "./stages";

const stages = new Stages();
await run("npm", ["run", "--silent", "render"]);
await runStaticChecks(stages);
await stages.run("unit", () => runTests("unit"));
stages.finish();
