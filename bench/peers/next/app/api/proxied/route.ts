import { NextResponse } from "next/server";
import { ANSWER } from "../../../../offer";

export const runtime = "edge";
export const POST = (): Response => NextResponse.json(ANSWER);
