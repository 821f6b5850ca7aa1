/** `npm run check`: what can be said of the sources without running the service. */
import { run } from "./program";
import { runTests, Stages } from "./stages";
import { runStaticChecks } from "./static-checks";

const stages = new Stages();
await run("npm", ["run", "--silent", "render"]);
await runStaticChecks(stages, Promise.resolve(), false);
await stages.run("unit", () => runTests("unit*"));
stages.finish();
