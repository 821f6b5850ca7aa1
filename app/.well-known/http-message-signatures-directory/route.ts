import { keyDirectory } from "@/lib/security/web-bot-auth/key-directory";

export const runtime = "edge";
export const GET = keyDirectory;
