import { serveFree } from "@/lib/payments/free-call/serve-free";
import { setSwitchEntry } from "@/lib/payments/switches/set-switch/entry";
import { setSwitch } from "@/lib/payments/switches/set-switch/handler";
import { showSwitchesEntry } from "@/lib/payments/switches/show-switches/entry";
import { showSwitches } from "@/lib/payments/switches/show-switches/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(showSwitchesEntry, showSwitches);
export const POST = serveFree(setSwitchEntry, setSwitch);
