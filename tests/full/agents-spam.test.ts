import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { profileDocumentation } from "@/lib/identity/profile/documentation";
import { agentStore, newInstance } from "../support/agents";

/** Of one network, over all its addresses. */
const REGISTRATIONS = 10_000;

let world: Awaited<ReturnType<typeof agentStore>>;
beforeAll(async () => {
  world = await agentStore();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await world.store.close();
});

const address = (n: number): string => `0x${(n + 1).toString(16).padStart(40, "0")}`;

it("after ten thousand registrations from one network the directory shows three of them, and everybody else", async () => {
  world.enter({ AGENT_HOURLY_LIMIT: "1000000" }); // what the limits would refuse is listed all the less
  const service = await newInstance();
  const register = async (n: number, from: string): Promise<void> => {
    const response = await service.post({ evmAddress: address(n), name: `agent ${n}` }, { from });
    expect(response.status).toBe(200);
  };
  await register(REGISTRATIONS, "198.18.0.1");
  for (let n = 0; n < REGISTRATIONS; n += 1) await register(n, `203.0.113.${n % 256}`);
  await register(REGISTRATIONS + 1, "198.18.1.1");

  const response = await service.get("list=1&limit=50");
  const { agents = [], nextCursor } = profileDocumentation.output.parse(await response.json());
  expect(nextCursor).toBeNull();
  expect(agents.map(({ name }) => name)).toEqual([
    `agent ${REGISTRATIONS + 1}`,
    ...[1, 2, 3].map((back) => `agent ${REGISTRATIONS - back}`),
    `agent ${REGISTRATIONS}`,
  ]);
  expect((await world.store.redis.keys("svc:agents:record:*")).length).toBe(REGISTRATIONS + 2);
}, 600_000);
