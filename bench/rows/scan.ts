import { setTimeout as sleep } from "node:timers/promises";
import { REQUEST_BUDGET } from "@/lib/security/scan-fetch";
import { startResolver } from "@/sandbox/sites/resolver";
import { startSites, type Sites } from "@/sandbox/sites/server";
import { FIRST_ZONE, SECOND_ZONE, SITES } from "@/sandbox/sites/sites";
import { cpuMs, quantile } from "../cpu";
import { sendRequest } from "../load";
import { APPS, type Server } from "../servers";
import type { Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";
import { gradingRows } from "./grading";

/** How far away every site is: so long after each request its answer begins. */
const FAR_MS = 50;
const AUDITS = [
  { name: "scan", bound: 8 },
  { name: "headers", bound: 4 },
  { name: "readiness", bound: null },
] as const;
/** A site that keeps nothing to itself, and one that publishes all that is asked for. */
const HOSTS = ["leaking-fixture.com", "hardened-fixture.com"];
/** Sites that send a scanner round in circles. */
const WINDING = ["long-way-fixture.com", "login-wall-fixture.com", "single-page-app-fixture.com"];

const farAway = () =>
  SITES.map((site) => ({
    ...site,
    answer: async (visit: Parameters<typeof site.answer>[0]) => {
      await sleep(FAR_MS);
      return site.answer(visit);
    },
  }));

/** Runs one audit; returns its time and how many requests the site got. */
async function auditOnce({ origin }: Server, sites: Sites, audit: string, host: string) {
  sites.asked.length = 0;
  const { status, ms, body } = await sendRequest({
    url: `${origin}/api/audit/${audit}?host=${host}`,
    headers: {},
  });
  if (status !== 200) throw new Error(`${audit} of ${host} answered ${status}: ${body.slice(0, 300)}`);
  return { ms, requests: sites.asked.length };
}

/** I1: audits of a site that is 50 ms away, without their till, and how many requests it gets. */
async function scanRows(stage: Stage): Promise<Goal[]> {
  const sites = await startSites(farAway(), 0);
  const resolvers = [await startResolver(FIRST_ZONE, 0), await startResolver(SECOND_ZONE, 0)];
  const [first, second] = resolvers.map(({ url }) => url);
  const server = await stage.servers.next("audits", APPS.floor, {
    ...stage.productEnv("audits"),
    SCAN_ORIGIN: sites.url,
    SCAN_DOH_FIRST_URL: first ?? "",
    SCAN_DOH_SECOND_URL: second ?? "",
    SCAN_SPACING_MS: "0",
    SCAN_HOURLY_LIMIT: "1000000",
  });
  const times = stage.options.quick ? 5 : 40;
  const goals: Goal[] = [];
  const lines: string[][] = [];
  let most = 0;
  for (const { name, bound } of AUDITS) {
    for (const host of HOSTS) {
      const taken: number[] = [];
      let requests = 0;
      let before = 0;
      for (let time = -3; time < times; time += 1) {
        const once = await auditOnce(server, sites, name, host);
        requests = Math.max(requests, once.requests);
        if (time === -1) before = cpuMs(server.pid); // the last of the warm-up
        if (time >= 0) taken.push(once.ms);
      }
      const value = quantile(taken, 0.5) / FAR_MS;
      most = Math.max(most, requests);
      lines.push([
        name,
        host,
        fixed(quantile(taken, 0.5), 0),
        fixed(quantile(taken, 0.95), 0),
        fixed(value),
        fixed((cpuMs(server.pid) - before) / times, 1),
        String(requests),
        bound === null ? "" : `at most ${bound}`,
      ]);
      if (bound !== null)
        goals.push({ name: `${name} of ${host}: p50 : the site's delay`, value, sense: "at most", bound });
    }
    for (const host of WINDING) most = Math.max(most, (await auditOnce(server, sites, name, host)).requests);
  }
  await stage.servers.stopAll();
  await Promise.all([sites, ...resolvers].map(({ close }) => close()));
  printTable(
    `I. An audit of a site ${FAR_MS} ms away, without its till`,
    ["audit", "site", "p50 ms", "p95 ms", "p50 : the site's delay", "CPU ms", "requests", "goal"],
    lines,
  );
  return [
    ...goals,
    {
      name: "most requests of one audit to its target",
      value: most,
      sense: "at most",
      bound: REQUEST_BUDGET,
    },
  ];
}

/** I: the security desk. */
export async function securityRows(stage: Stage): Promise<Goal[]> {
  return [...(await scanRows(stage)), ...(await gradingRows(stage))];
}
