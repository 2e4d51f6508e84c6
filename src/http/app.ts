/** The HTTP application: routes for every operation of the catalogue, `/health`, `/openapi.json` and the pages. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import polka, { type Middleware, type Polka, type Request as RoutedRequest } from 'polka'
import { readPagePath } from '../citation/page-address.ts'
import { say, sayAll } from '../i18n/texts.ts'
import { type DefinedTool, listedTools } from '../mcp/tool.ts'
import { catalogue } from '../operations/catalogue.ts'
import { type Operation, postedOf, routedOf } from '../operations/operation.ts'
import { completeSettings, type Settings } from '../program/settings.ts'
import { argumentError, assertOptions, wrongArgument } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'
import { LruCache } from '../util/lru-cache.ts'
import { baseOf, fetchHandler, imageRoute, mountedHandler, operationRoute } from './adapter.ts'
import { admission } from './admission.ts'
import { type Tokens, tokenCheckOf } from './bearer-tokens.ts'
import { BodyBudget } from './body-budget.ts'
import { feedRoute } from './changes-feed.ts'
import { createClientNetwork } from './client-address.ts'
import { computing } from './computing.ts'
import { CorpusAccess, type CorpusSource, detailAccess } from './corpus-access.ts'
import { allowOrigins, variesBy } from './cross-origin.ts'
import { robotsAnswer, sitemapAnswer, startAnswer } from './html/html-answers.ts'
import { isPagePath, reserve } from './html/page-request.ts'
import { MCP_PATH, mcpEndpoint } from './mcp/endpoint.ts'
import { type Observer, observe, slowRequests } from './observe.ts'
import { openApiJsonWith } from './openapi-file.ts'
import { checkPath, OperationAnswers, postedAnswers } from './operation-answers.ts'
import { PAGE_ROUTES, pages } from './pages.ts'
import { NO_QUERY, readQuery } from './query.ts'
import { entityTag, Representation } from './representation.ts'
import { METHODS, methodNotAllowed, POST_METHODS, sendError, sendRepresentation } from './send.ts'

/** Options of {@link createApp}. */
export interface AppOptions {
  /** The caller closes the corpus. */
  corpus: CorpusSource
  /** Settings that differ from the documented defaults. */
  settings?: Partial<Settings>
  /** Returns the content of the token file of the settings, if it has been read. */
  tokens?: Tokens | undefined
  /** Operations of the program, from `defineOperation`: routes, entries of OpenAPI and tools besides those of the package. */
  operations?: readonly Operation[]
  /** Tools of the program for `POST /mcp`, from `defineTool`. */
  tools?: readonly DefinedTool[]
  /** The mount path: `/law`. Express reports it itself. */
  base?: string
  /** Called for every request. */
  observers?: readonly Observer[]
  /** True while the server stops: `/ready` then says so, and other requests are still answered. */
  isStopping?: () => boolean
  /** Returns the body of `/metrics`, in the text format of Prometheus. Without it, the route does not exist. */
  metrics?: (() => Promise<string>) | undefined
}

/** A polka application. */
export interface App extends Omit<Polka, 'handler'> {
  /** A plain request listener: `http.createServer(app.handler)`, `express().use('/law', app.handler)`. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
  /** Its handler for frameworks with requests of the Fetch standard: `new Hono().mount('/law', app.fetch)`. */
  readonly fetch: (request: Request) => Promise<Response>
}

interface KnownRoute {
  pattern: string
  /** True if it accepts only POST. */
  takesBody?: boolean
}

/**
 * Creates the application. It does not open a corpus, and does not listen.
 * @throws LegalTextError `invalid_input` for wrong options, or if the file of a setting cannot be read
 */
export function createApp(options: AppOptions): App {
  const names = ['corpus', 'settings', 'tokens', 'operations', 'tools', 'base', 'observers', 'isStopping', 'metrics']
  assertOptions(options, names)
  const { corpus, settings: given, base = '', observers = [], isStopping, metrics, tokens } = options ?? {}
  const { operations: own = [], tools = [] } = options ?? {}
  assertNew('operations', own, new Set(catalogue.map(({ name }) => name)))
  assertNew('tools', tools, listedTools())
  const operations = [...catalogue, ...own]
  reserve(own.flatMap(({ path, post }) => [path, post?.path].filter((each) => each !== undefined)))
  if (typeof corpus !== 'function') throw wrongArgument('corpus', say`a function that returns the open corpus`, corpus)
  const settings = completeSettings(given)
  const hasToken = tokenCheckOf(settings, tokens)
  const clientOf = createClientNetwork(settings.trustedProxies)
  const admit = admission(settings, hasToken, clientOf)
  const mayKnow = detailAccess(hasToken)
  const access = new CorpusAccess(corpus, mayKnow)
  const noteSlow = slowRequests(settings)

  const routes = new Map<Middleware, KnownRoute>()
  const routesAt = (path: string) =>
    (['GET', 'POST'] as const).flatMap((method) =>
      app.find(method, path).handlers.flatMap((handler) => routes.get(handler) ?? []),
    )
  const isRoute = (path: string) => path !== '' && routesAt(path).length > 0
  /** Admits a request before it is served. Not a middleware of polka, which would cost 3 % of the requests a second. */
  const admitted = (route: KnownRoute | undefined, serve: Middleware): Middleware => {
    const pattern = route?.pattern.replace(/:(\w+)/g, '{$1}') ?? null
    return (request, response, next) => {
      if (observers.length > 0) observe(request, response, pattern, observers)
      const takesBody = route?.takesBody === true
      allowOrigins(request, response, settings.corsOrigin, takesBody)
      const pending = admit(request, takesBody && request.method === 'POST')
      const served = pending ? pending.then(() => serve(request, response, next)) : serve(request, response, next)
      return served instanceof Promise ? noteSlow(request, pattern, served) : served
    }
  }
  /** Rejections and redirects take longer than cached answers, and so take turns. */
  const takingTurns = (serve: Middleware): Middleware => {
    return (request, response, next) =>
      computing.run('here', clientOf(request), async () => serve(request, response, next))
  }
  const app = polka({
    onNoMatch(request, response, next) {
      if (isRead(request) && isPagePath(request.path)) return reader(request, response, next)
      const found = routesAt(request.path)
      const methods = found.flatMap(({ takesBody }) => (takesBody ? POST_METHODS : METHODS))
      const allow = found.length > 0 ? [...new Set(methods)] : METHODS
      const isPreflightOfPost = request.headers['access-control-request-method'] === 'POST'
      const route = found.find(({ takesBody = false }) => takesBody === isPreflightOfPost) ?? found[0]
      const refuse = admitted(
        route,
        takingTurns(() => {
          // `OPTIONS *` asks about the server, not about a resource (RFC 9110, 9.3.7).
          if (request.method === 'OPTIONS' && (route !== undefined || request.url === '*')) {
            response.writeHead(204, { Allow: allow.join(', ') }).end()
            return
          }
          if (hasTrailingSlash(request.path) && isRead(request) && isRoute(withoutSlashes(request.path))) {
            return redirectWithoutSlash(request, response)
          }
          checkPath(request)
          throw route ? methodNotAllowed(request.method, allow) : notFound(request.path)
        }),
      )
      return refuse(request, response, next)
    },
    onError: (error, request, response) => sendError(request, response, error),
  })
  const redirect = takingTurns(redirectWithoutSlash)
  const add = (method: 'get' | 'post', pattern: string, serve: Middleware) => {
    const route = { pattern, takesBody: method === 'post' }
    const handler = admitted(route, serve)
    routes.set(handler, route)
    app[method](pattern, handler)
  }
  const get = (pattern: string, serve: Middleware) =>
    add('get', pattern, (request, response, next) =>
      (hasTrailingSlash(request.path) ? redirect : serve)(request, response, next),
    )
  /** A route without corpus and parameters. */
  const fixed = (pattern: string, answer: Handle) => {
    const serve: Middleware = (request, response) => {
      readQuery(request.search, NO_QUERY, {})
      const answered = answer(request)
      if (!(answered instanceof Promise)) return sendRepresentation(request, response, answered)
      return answered.then((made) => sendRepresentation(request, response, made))
    }
    const refuse = takingTurns(serve)
    get(pattern, (request, response, next) => (request.search === '' ? serve : refuse)(request, response, next))
  }
  const vary = variesBy(settings.corsOrigin)
  const health = new Representation('{"status":"ok"}', { vary })
  fixed('/health', () => health)
  fixed('/openapi.json', openApiAnswer(settings, own))
  if (metrics) fixed('/metrics', async () => new Representation(await metrics(), { contentType: METRICS_TYPE, vary }))
  const servePage = pages(settings)
  const lacksPage = takingTurns((request, response) => sendError(request, response, notFound(request.path)))
  for (const pattern of PAGE_ROUTES) {
    get(pattern, (request, response, next) => servePage(request, response, () => lacksPage(request, response, next)))
  }

  const answers = new OperationAnswers({ access, settings, clientOf, mayKnow, isStopping })
  for (const route of [...routedOf(operations).map(operationRoute), feedRoute, imageRoute]) {
    get(route.pattern, answers.serve(route))
  }
  const page = answers.page(notFound)
  get('/', (request, response, next) => {
    if (/[?&](?:q|view)=/.test(request.search)) return page(request, response, next)
    return startAnswer(request, access, settings).then((answer) => sendRepresentation(request, response, answer))
  })
  get('/robots.txt', (request, response) => sendRepresentation(request, response, robotsAnswer(request)))
  const sitemap = async (request: RoutedRequest, response: ServerResponse) =>
    sendRepresentation(request, response, await sitemapAnswer(request, access))
  get('/sitemap.xml', takingTurns(sitemap))
  // Not a route of polka, which would take precedence over routes that a program adds.
  const reader = admitted({ pattern: '/:law/:norm' }, (request, response, next) => {
    const isRedirected = hasTrailingSlash(request.path) && readPagePath(withoutSlashes(request.path)) !== undefined
    return (isRedirected ? redirect : page)(request, response, next)
  })

  const budget = new BodyBudget(settings.maxRequestBodyBytes)
  const posted = postedAnswers({ access, settings, clientOf, budget })
  for (const operation of postedOf(operations)) add('post', operation.post.path, posted(operation))
  if (settings.mcp) add('post', MCP_PATH, mcpEndpoint({ access, settings, clientOf, budget, operations: own, tools }))

  const handler = mountedHandler(app.handler as App['handler'], base)
  return Object.assign(app, { handler, fetch: fetchHandler(handler) }) as unknown as App
}

/** @throws LegalTextError `invalid_input` for a name that is taken */
function assertNew(option: string, own: readonly { name: string }[], taken: Pick<Set<string>, 'has'>): void {
  const names = own.map(({ name }) => name)
  const double = names.find((name, index) => taken.has(name) || names.indexOf(name) < index)
  if (double !== undefined) throw argumentError(option, say`there is already one with the name ${double}`)
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

function notFound(path: string): LegalTextError {
  const hints = [
    ...(/^\/laws\/[^/]+\/norms\/./i.test(path) ? ['in a norm path, "/" is written as "%2F"'] : []),
    ...(withoutSlashes(path) === MCP_PATH ? ['the server was started without --mcp (or MCP=true)'] : []),
  ]
  const message = sayAll([say`there is nothing at ${path}`, ...hints, 'the routes are listed at /openapi.json'])
  return new LegalTextError('not_found', message)
}

/** Answers one request. */
type Handle = (request: RoutedRequest) => Representation | Promise<Representation>

const MOST_BASES = 4

/** Media type of the text format of Prometheus. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Answers `/openapi.json`, cached by mount path: a framework has one, or a few. */
function openApiAnswer({ corsOrigin, authTokenFile }: Settings, own: readonly Operation[]): Handle {
  const made = new LruCache<string, Promise<Representation>>(MOST_BASES, () => 1)
  const head = { vary: variesBy(corsOrigin), isPrivate: authTokenFile !== undefined }
  return (request) =>
    made.get(baseOf(request), async (base) => {
      const json = await openApiJsonWith(own, base)
      return new Representation(json, { ...head, tag: entityTag(json) })
    })
}

const SLASH = 47

/** A last dot segment, which browsers resolve: it would lead to another path. */
const DOTS = /\/(?:\.|%2e){1,2}\/+$/i

/** Paths with more trailing slashes are not redirected: the location has three characters for each. */
const MOST_SLASHES = 16

/** True if a path is redirected to the one without trailing slashes. */
function hasTrailingSlash(path: string): boolean {
  if (path.length < 2 || path.charCodeAt(path.length - 1) !== SLASH) return false
  return path.length - withoutSlashes(path).length <= MOST_SLASHES && !DOTS.test(path)
}

/** The path without trailing slashes; empty if it has nothing else. */
function withoutSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--
  return path.slice(0, end)
}

/**
 * Redirects to the same path without trailing slashes, and with the query. The location is relative: it holds below any path at
 * which a proxy has the service, and cannot lead to another host.
 */
function redirectWithoutSlash({ path, search }: RoutedRequest, response: ServerResponse): void {
  const target = withoutSlashes(path)
  const up = '../'.repeat(path.length - target.length)
  response.writeHead(308, {
    Location: `${up}${target.slice(target.lastIndexOf('/') + 1)}${search}`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': 0,
  })
  response.end()
}
