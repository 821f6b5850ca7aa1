import { parseArgs } from "node:util";
import { log } from "@/lib/http/log";
import { defined, portFlag, required } from "../host/flags";
import { run } from "../host/run";
import { startFacilitator } from "./facilitator";
import { faultSchema } from "./fault";
import { identityOf } from "./identity";

/**
 * A facilitator as a process: --port, --name (its keys follow from it), --evm-rpc, --solana-rpc (addresses of the
 * two chains, which may still be starting), --fault (JSON, as POST /sandbox/fault takes it).
 */
await run(async () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { port: text, name: text, "evm-rpc": text, "solana-rpc": text, fault: text },
  });
  const name = required("name", values.name);
  const { evmKey, solanaSeed } = identityOf(name);
  const { url, feePayer, evmAddress, close } = await startFacilitator({
    port: portFlag(values.port),
    name,
    evm: { rpcUrl: required("evm-rpc", values["evm-rpc"]), key: evmKey },
    solana: { rpcUrl: required("solana-rpc", values["solana-rpc"]), seed: solanaSeed },
    ...defined({
      fault: values.fault === undefined ? undefined : faultSchema.parse(JSON.parse(values.fault)),
    }),
    onCall: (report) => log.info("facilitator.call", { ...report }),
  });
  return { ready: { name, url, feePayer, evmAddress }, close };
});
