import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { MeshAnswer } from "./answer";

export const MESH_PATH = "/api/agent-a2a-mesh";

/** The map of the service for agents that work together. */
export const meshEntry = defineRoute<MeshAnswer>()({
  path: MESH_PATH,
  method: "GET",
  desk: "agents",
  tier: "free",
  summary: "Mesh document: what agents can buy here in which order, and who else is registered",
  input: z.strictObject({}),
});
