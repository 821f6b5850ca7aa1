import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { MeshAnswer } from "./answer";

export const MESH_PATH = "/api/agent-a2a-mesh";

/** The map of the service for agents that work together. */
export const meshEntry = defineRoute<MeshAnswer>()({
  path: MESH_PATH,
  method: "GET",
  label: "agent-a2a-mesh",
  desk: "agents",
  tier: "free",
  gate: "open",
  audience: "public",
  summary: "Mesh document: what agents can buy here in which order, and who else is registered",
  input: z.strictObject({}),
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: "agent_a2a_mesh",
  statuses: [],
});
