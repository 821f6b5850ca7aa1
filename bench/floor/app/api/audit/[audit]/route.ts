import { randomHex } from "@/lib/http/digest";
import { auditHeaders } from "@/lib/security/headers/handler";
import { auditReadiness } from "@/lib/security/readiness/handler";
import { auditSurface } from "@/lib/security/scan/handler";

export const runtime = "edge";

const AUDITS = { headers: auditHeaders, readiness: auditReadiness, scan: auditSurface };

/** An audit without front door and till, as after a payment was verified; the host stands in the query. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ audit: keyof typeof AUDITS }> },
): Promise<Response> {
  const host = new URL(request.url).searchParams.get("host") ?? "";
  const { answer } = await AUDITS[(await params).audit](
    { target: `https://${host}`, allowlist: [host], authorized: true },
    {
      now: new Date(),
      signal: request.signal,
      headers: new Headers(),
      payment: { key: randomHex(8), payer: "bench" },
    },
  );
  return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
}
