import { clientAddress } from "@/lib/http/client-address";
import { errorResponse } from "@/lib/http/errors";
import { jsonResponse } from "@/lib/http/headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { limitHeaders, rateLimited } from "@/lib/http/limit-headers";
import { readSapFile } from "@/lib/identity/sap-file";
import { countRequest } from "@/lib/store/rate-limit";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word

interface Named {
  params: Promise<{ account: string }>;
}

/** The file that SAP's SDK looks for. It stands outside /api, so that it counts against the caller's limit by itself. */
export async function GET({ headers }: Request, { params }: Named): Promise<Response> {
  const now = new Date();
  const state = await countRequest(clientAddress(headers), keepAlive);
  try {
    if (!state.allowed) throw rateLimited(state, now.getTime());
    const file = await readSapFile((await params).account, now);
    return jsonResponse(200, file, {
      ...limitHeaders(state, now.getTime()),
      "cache-control": "public, max-age=60",
    });
  } catch (error) {
    return errorResponse(error, "/agents/eip-8004.json");
  }
}
