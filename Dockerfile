# The service as a container; docs/operating.md tells how it is run.
ARG NODE=24
ARG DEBIAN=bookworm

FROM node:${NODE}-${DEBIAN}-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./

FROM manifests AS dependencies
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY bin bin
COPY src src
RUN node src/packaging/build.ts

# Of the images of Node.js only the program is taken: npm and its like stay behind.
FROM debian:${DEBIAN}-slim
LABEL org.opencontainers.image.title="legal-text" \
      org.opencontainers.image.description="The exact wording of laws, over HTTP" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN install --directory --owner=10001 --group=10001 --mode=0700 /var/cache/legal-text
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE NOTICE.md ./
COPY bin bin
COPY --from=build /app/oclif.manifest.json ./
COPY --from=build /app/dist dist
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    XDG_CACHE_HOME=/var/cache
# By number, so that who runs it can see that it is not root.
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "require('http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/health' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/run.js"]
CMD ["http"]
