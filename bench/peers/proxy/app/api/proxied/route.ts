import { NextResponse } from "next/server";
import { ANSWER } from "../../../../offer";

export const runtime = "nodejs";
export const POST = (): Response => NextResponse.json(ANSWER);
