import type { Hex } from "viem";
import { decodeEventLog, padHex, toEventSelector } from "viem/utils";
import type { Log } from "./node";
import { type Registry, REGISTRY_ABI } from "./registry";

/** An agent's registration, as the registry told of it. */
export interface Registered {
  agentId: bigint;
  agentUri: string;
  owner: string;
}

const REGISTERED = toEventSelector("Registered(uint256,string,address)");
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");

export const isOf = ({ address }: Registry, log: Log): boolean =>
  log.address.toLowerCase() === address.toLowerCase();

/** The registrations among logs, whichever contract they are of: anybody's can look like the registry's. */
export const registeredIn = (logs: readonly Log[]): { log: Log; registered: Registered }[] =>
  logs.flatMap((log) => {
    const [signature, ...topics] = log.topics;
    if (signature !== REGISTERED || topics.length !== 2) return [];
    try {
      const { args } = decodeEventLog({
        abi: REGISTRY_ABI,
        eventName: "Registered",
        data: log.data,
        topics: [signature, ...topics],
      });
      return [{ log, registered: { agentId: args.agentId, agentUri: args.agentURI, owner: args.owner } }];
    } catch {
      return []; // a stranger's event of another form
    }
  });

const word = (value: Hex): string => padHex(value, { size: 32 }).toLowerCase();

/** Whether the registry minted the token to its owner in the same transaction: ERC-721's own word for it. */
export const isMinted = (of: Registry, logs: readonly Log[], { agentId, owner }: Registered): boolean =>
  logs.some(
    (log) =>
      isOf(of, log) &&
      log.topics.join().toLowerCase() ===
        [TRANSFER, word("0x"), word(owner as Hex), word(`0x${agentId.toString(16)}`)].join().toLowerCase(),
  );

/** Topics of all registrations of one owner. */
export const topicsOfOwner = (owner: Hex): (string | null)[] => [REGISTERED, null, word(owner)];
