import { serve } from "@hono/node-server";
import { paymentMiddleware } from "@x402/hono";
import { Hono } from "hono";
import { ANSWER, resourceServer, routeConfig } from "./offer";

const app = new Hono();
app.use(paymentMiddleware({ "POST /api/paid": routeConfig }, resourceServer));
app.post("/api/paid", (context) => context.json(ANSWER));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" }, () =>
  console.log("ready {}"),
);
