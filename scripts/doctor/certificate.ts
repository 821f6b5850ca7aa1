import { isIP } from "node:net";
import { connect } from "node:tls";
import { about, type Finding } from "./finding";

const { failure, warning, fine } = about("certificate");

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
/** Certificate authorities renew well before. */
const SOON_DAYS = 14;

/** Returns when the certificate of an https origin ends, also of one that is not valid. Rejects if none is shown. */
export function certificateEnd(origin: string): Promise<Date> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return new Promise((resolve, reject) => {
    // Clients judge the certificate; this only reads its date, and sends nothing over the connection.
    const socket = connect({
      ...{ host, port: Number(port || 443), rejectUnauthorized: false, timeout: TIMEOUT_MS },
      ...(isIP(host) === 0 && { servername: host }),
    });
    socket.once("secureConnect", () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      socket.destroy();
      if (Number.isNaN(end.getTime())) reject(new Error("the certificate names no end"));
      else resolve(end);
    });
    socket.once("timeout", () => socket.destroy(new Error("no certificate in time")));
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the connection ended without a certificate")));
  });
}

/** Returns in how many days a certificate ends, and whether that is soon. */
export function judgeEnd(end: Date): { days: number; isSoon: boolean } {
  const days = (end.getTime() - Date.now()) / DAY_MS;
  return { days: Math.floor(days), isSoon: days < SOON_DAYS };
}

/** Returns whether the certificate of an origin is to be renewed. Throws as `certificateEnd` rejects. */
export async function certificateFindings(origin: string): Promise<Finding[]> {
  if (!origin.startsWith("https:")) return [];
  const { days, isSoon } = judgeEnd(await certificateEnd(origin));
  if (days < 0) return [failure("it has ended: no client connects. Renew it.")];
  return [
    isSoon ? warning(`it ends in ${days} days: does its renewal work?`) : fine(`it ends in ${days} days`),
  ];
}
