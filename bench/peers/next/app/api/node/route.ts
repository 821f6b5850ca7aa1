import { withX402 } from "@x402/next";
import { NextResponse } from "next/server";
import { ANSWER, resourceServer, routeConfig } from "../../../../offer";

export const runtime = "nodejs";
export const POST = withX402(() => Promise.resolve(NextResponse.json(ANSWER)), routeConfig, resourceServer);
