import { measureRounds, printMeasured, type Subject } from "../rounds";
import { APPS } from "../servers";
import type { Stage } from "../stage";
import type { Goal } from "../table";
import { freePlan } from "./tools";

/** Documents that every crawler reads, beside the prerendered home page. */
const DOCUMENTS = ["/openapi.json", "/llms.txt"];
const PAGE = "/";

/** H: a prerendered document is served as a static page is. */
export async function documentRows({ servers, productEnv, options }: Stage): Promise<Goal[]> {
  const { origin, pid } = await servers.next("documents", APPS.product, productEnv("documents"));
  const subject = (name: string): Subject => ({
    name,
    pid,
    shot: () => ({ url: origin + name, headers: {}, method: "GET" }),
  });
  const page = subject(PAGE);
  const documents = DOCUMENTS.map(subject);
  const measured = await measureRounds([page, ...documents], freePlan(options.quick));
  const cpu = (one: Subject): number => measured.get(one)?.cpu ?? Number.NaN;
  printMeasured("H. Documents", "path", measured);
  await servers.stopAll();
  return documents.map((one) => ({
    name: `${one.name}: CPU : the home page`,
    value: cpu(one) / cpu(page),
    sense: "at most",
    bound: 1.1,
  }));
}
