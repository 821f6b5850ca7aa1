import type { Connect } from "./egress";
import { platformConnection } from "./platform-connection";

/** Leaves the connection to the platform. The host of plain Node has its own in this file's place (host/scan-connection.ts). */
export const connect: Connect = (_host, judged) => Promise.resolve(platformConnection(judged));
