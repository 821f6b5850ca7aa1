import { parseArgs } from "node:util";
import { defined, portFlag, wholeNumber } from "../../host/flags";
import { run } from "../../host/run";
import { startEvmChain } from "./chain";

/** The local EVM chain as a process: --port, --state-file, --block-time (seconds). */
await run(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      "state-file": { type: "string" },
      "block-time": { type: "string" },
    },
  });
  const { ended, close, ...addresses } = await startEvmChain({
    port: portFlag(values.port),
    ...defined({
      stateFile: values["state-file"],
      blockTimeSec: wholeNumber("block-time", values["block-time"], 1, 3_600),
    }),
  });
  return { ready: addresses, ended, close };
});
