import { API_PAGE_PATHS, OPENAPI_PATHS } from "../probes/api-docs";
import { ENV_PATH } from "../probes/env/env-file";
import { GIT_CONFIG_PATH, GIT_HEAD_PATH } from "../probes/git";
import { ROBOTS_PATH } from "../probes/robots-probe";
import { SECURITY_TXT_OLD_PATH, SECURITY_TXT_PATH } from "../probes/security-txt-probe";
import { SITEMAP_PATH } from "../probes/sitemap-probe";
import { MCP_PATHS, READINESS_GETS } from "../readiness/requests";

/** Everything that an audit may ask a site for, for people to read. */
interface RequestedPaths {
  /** Which audits ask, in words. */
  audit: string;
  why: string;
  method: "GET" | "POST";
  paths: readonly string[];
}

const EVERY: readonly string[] = [ROBOTS_PATH, "/"];
const SURFACE: readonly string[] = [
  ENV_PATH,
  GIT_HEAD_PATH,
  GIT_CONFIG_PATH,
  SECURITY_TXT_PATH,
  SECURITY_TXT_OLD_PATH,
  SITEMAP_PATH,
  ...OPENAPI_PATHS,
  ...API_PAGE_PATHS,
];
const READINESS = [...new Set([...Object.values(READINESS_GETS).map(({ path }) => path), SITEMAP_PATH])];

export const REQUESTED_PATHS: readonly RequestedPaths[] = [
  {
    audit: "Every audit",
    why: "robots.txt first, because it may refuse the rest; then the homepage, as a visitor would get it. The header audit and the scan ask for the homepage again as from another site, and once over plain http.",
    method: "GET",
    paths: EVERY,
  },
  {
    audit: "The scan",
    why: "Files that often leak by mistake, and what a site publishes about itself. Two more paths are made up at random: they distinguish a leak from a site that answers anything. Of a leaked file, names and counts are shown to the buyer, never a value.",
    method: "GET",
    paths: SURFACE,
  },
  {
    audit: "The readiness audit",
    why: "What sites publish for agents. The sitemap that robots.txt names and one file that the skills index names are asked for only where they lie on the same origin.",
    method: "GET",
    paths: READINESS.filter((path) => !EVERY.includes(path)),
  },
  {
    audit: "The readiness audit",
    why: "A greeting to a tools endpoint (MCP), and a request for its list of tools where one answers. No tool is called, and nothing else is ever posted.",
    method: "POST",
    paths: MCP_PATHS,
  },
];
