import { parseArgs } from "node:util";
import { portFlag } from "../host/flags";
import { run } from "../host/run";
import { startResolver } from "./resolver";
import { startSites } from "./server";
import { FIRST_ZONE, SECOND_ZONE, SITES } from "./sites";

/** The sites that can be scanned, and the two resolvers that know their names, as one process: --port of the sites. */
await run(async () => {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const sites = await startSites(SITES, portFlag(values.port));
  const resolvers = [await startResolver(FIRST_ZONE, 0), await startResolver(SECOND_ZONE, 0)];
  const [first, second] = resolvers.map(({ url }) => url);
  return {
    ready: { url: sites.url, first, second },
    close: async () => void (await Promise.all([sites, ...resolvers].map(({ close }) => close()))),
  };
});
