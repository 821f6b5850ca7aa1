# The service on plain Node. Pages and documents carry settings from the build on: pass the public ones as build arguments, and
# all as the secret `settings`, a file like .env (`--secret id=settings,src=.env`), of which nothing stays in the image. A changed
# secret alone makes no new build: `--no-cache` does.
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
ARG NETWORK
ARG PUBLIC_ORIGIN
ARG CONTACT_EMAIL
ARG NEXT_PUBLIC_SERVICE_NAME
ARG SERVICE_NOTICE
ARG EVM_PAY_TO
ARG SOLANA_PAY_TO
ARG AGENT_TOKEN_ID
ARG LOCAL_WORLD
RUN --mount=type=secret,id=settings,target=/app/.env npm run build && npm prune --omit=dev

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=node:node /app ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm, is told to end: it finishes the sales under way first (SHUTDOWN_SECONDS).
CMD ["node", "--enable-source-maps", "dist/main.mjs"]
