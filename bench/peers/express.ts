import { paymentMiddleware } from "@x402/express";
import express from "express";
import { ANSWER, resourceServer, routeConfig } from "./offer";

const app = express();
app.disable("x-powered-by");
app.use(paymentMiddleware({ "POST /api/paid": routeConfig }, resourceServer));
app.post("/api/paid", (_request, response) => void response.json(ANSWER));
app.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready {}"));
