/** The HTTP application: routes for every operation of the catalogue, `/health`, `/openapi.json` and the pages. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import polka, { type Middleware, type Polka, type Request } from 'polka'
import { assertOptions, wrongArgument } from '../arguments.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { corpusClosed, LegalTextError } from '../errors.ts'
import { FORMATS, type FormatName } from '../formats/formats.ts'
import { routedOperations } from '../operations/catalogue.ts'
import { invalidInput } from '../operations/operation.ts'
import { completeSettings, type Settings } from '../settings.ts'
import { version } from '../version.ts'
import { operationRoute, pageLinks } from './adapter.ts'
import { admission } from './admission.ts'
import { acceptedFormat } from './content-negotiation.ts'
import { allowOrigins, variesBy } from './cross-origin.ts'
import { type Observer, observe } from './observe.ts'
import { openApiJson } from './openapi-file.ts'
import { DOCUMENT_POLICY, PAGE_ROUTES, pages } from './pages.ts'
import { isDecodable, NO_QUERY, readQuery } from './query.ts'
import { BufferedRepresentation, StreamedRepresentation, StreamLimit } from './representation.ts'
import { entityTag, type HeaderOptions } from './representation-headers.ts'
import { eventLoopQueue } from './request-queue.ts'
import { ResponseCache } from './response-cache.ts'
import { METHODS, methodNotAllowed, sendError, sendRepresentation } from './send.ts'

/** What `createApp` needs. */
export interface AppOptions {
  /**
   * Returns the corpus to answer from, or the error `not_ready` with the reason; called for every request, and again with
   * `hasFailed` after one failed unexpectedly, since the corpus may be damaged. The caller closes the corpus.
   */
  corpus: (hasFailed?: boolean) => Corpus | LegalTextError
  /** Settings that differ from the documented defaults. */
  settings?: Partial<Settings>
  /** Content of the token file of the settings, if it has been read. */
  tokens?: readonly string[] | undefined
  /** Called for every request. */
  observers?: readonly Observer[]
  /** Returns the body of `/metrics`, in the text format of Prometheus. Without it, the route does not exist. */
  metrics?: (() => Promise<string>) | undefined
}

/** A polka application. Its `handler` is a plain request listener: `http.createServer(app.handler)`. */
export interface App extends Omit<Polka, 'handler'> {
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
}

type Answer = BufferedRepresentation | StreamedRepresentation

/** Answers one request. */
type Handle = (request: Request) => Answer | Promise<Answer>

interface KnownRoute {
  pattern: string
  /** Whether it answers from the corpus. */
  needsCorpus: boolean
}

/**
 * Creates the application. It does not open a corpus, and does not listen.
 * @throws LegalTextError `invalid_input` for wrong options, or if the file of a setting cannot be read
 */
export function createApp(options: AppOptions): App {
  assertOptions(options, ['corpus', 'settings', 'tokens', 'observers', 'metrics'])
  const { corpus, settings: given, observers = [], metrics, tokens } = options ?? {}
  if (typeof corpus !== 'function') throw wrongArgument('corpus', 'a function that returns the open corpus', corpus)
  const settings = completeSettings(given)
  const admit = admission(settings, tokens)
  const openedCorpus = (): Corpus => {
    const opened = corpus()
    if (opened instanceof LegalTextError) throw opened
    if (typeof opened?.findLaws === 'function') return opened
    throw new TypeError('`corpus` of createApp() must return an open corpus or a LegalTextError')
  }

  /** The error to send after an unexpected one: a corpus that is damaged, or was when it was read, is not ready. */
  const reasonOf = (error: unknown, opened: Corpus): unknown => {
    const present = corpus(true)
    if (present instanceof LegalTextError) return present
    return present === opened ? error : corpusClosed()
  }

  const routes = new Map<Middleware, KnownRoute>()
  const routeAt = (path: string) =>
    app
      .find('GET', path)
      .handlers.map((handler) => routes.get(handler))
      .find(Boolean)
  /** Admits a request before it is served. Not a middleware of polka, which would cost 3 % of the requests a second. */
  const admitted = (route: KnownRoute | undefined, serve: Middleware): Middleware => {
    const pattern = route?.pattern.replace(/:(\w+)/g, '{$1}') ?? null
    return (request, response, next) => {
      if (observers.length > 0) observe(request, response, pattern, observers)
      allowOrigins(request, response, settings.corsOrigin)
      const pending = admit(request)
      return pending ? pending.then(() => serve(request, response, next)) : serve(request, response, next)
    }
  }
  const app = polka({
    onNoMatch(request, response, next) {
      const route = routeAt(request.path)
      const refuse = admitted(route, () => {
        // `OPTIONS *` asks for the abilities of the server, not of a resource (RFC 9110, 9.3.7).
        if (request.method === 'OPTIONS' && (route !== undefined || request.url === '*')) {
          response.writeHead(204, { Allow: METHODS.join(', ') }).end()
          return
        }
        if (route?.needsCorpus !== false) openedCorpus()
        checkPath(request)
        throw route ? methodNotAllowed(request.method) : notFound(request.path)
      })
      return refuse(request, response, next)
    },
    onError: (error, request, response) => sendError(request, response, error),
  })
  const get = (route: KnownRoute, serve: Middleware) => {
    const handler = admitted(route, serve)
    routes.set(handler, route)
    app.get(route.pattern, handler)
  }
  const answerWith = (handle: Handle): Middleware => {
    return (request, response) => {
      const answer = handle(request)
      if (!(answer instanceof Promise)) return sendRepresentation(request, response, answer)
      return answer.then((made) => sendRepresentation(request, response, made))
    }
  }

  for (const [pattern, handle] of fixedRoutes(settings, metrics))
    get({ pattern, needsCorpus: false }, answerWith(handle))
  const servePage = pages(settings)
  for (const pattern of PAGE_ROUTES) {
    get({ pattern, needsCorpus: false }, (request, response) =>
      servePage(request, response, () => sendError(request, response, notFound(request.path))),
    )
  }

  const cache = new ResponseCache()
  const ownTurn = eventLoopQueue()
  const streams = new StreamLimit(settings.maxStreams)
  for (const operation of routedOperations) {
    const route = operationRoute(operation)
    const isPrivate = settings.authTokenFile !== undefined
    const vary = variesBy(settings.corsOrigin, route.formats.length > 1)
    const ask = async (opened: Corpus, request: Request, accepted: FormatName, key: string): Promise<Answer> => {
      checkPath(request)
      if (operation.takesLong) await ownTurn()
      const { format, body, page } = await route.answer(opened, request, accepted).catch((error) => {
        throw error instanceof LegalTextError ? error : reasonOf(error, opened)
      })
      if (operation.transient) return new BufferedRepresentation(body as string, { vary })
      const head: HeaderOptions = {
        contentType: FORMATS[format].contentType,
        // The digest does not cover the date of the file, which is in some bodies.
        tag: entityTag(opened.bundle.digest, version, key, ...(typeof body === 'string' ? [body] : [])),
        link: page && pageLinks(request.path, request.search, page),
        vary,
        isPrivate,
        ...(FORMATS[format].isPage && { more: ['Content-Security-Policy', DOCUMENT_POLICY] }),
      }
      if (typeof body !== 'string') return new StreamedRepresentation(body, head, streams)
      const answer = new BufferedRepresentation(body, head)
      cache.set(opened, key, answer)
      return answer
    }
    const handle = (request: Request) => {
      const opened = openedCorpus()
      const accepted = acceptedFormat(request.headers.accept, route.formats)
      const key = accepted === 'json' ? request.url : `${accepted} ${request.url}`
      return cache.get(opened, key) ?? ask(opened, request, accepted, key)
    }
    get({ pattern: route.pattern, needsCorpus: true }, answerWith(handle))
  }

  return app as unknown as App
}

/** Media type of the text format of Prometheus. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Routes without corpus and parameters. */
function fixedRoutes({ corsOrigin, authTokenFile }: Settings, metrics: AppOptions['metrics']): [string, Handle][] {
  const vary = variesBy(corsOrigin)
  const health = new BufferedRepresentation('{"status":"ok"}', { vary })
  let openApi: BufferedRepresentation | undefined
  const document = () => {
    const isPrivate = authTokenFile !== undefined
    openApi ??= new BufferedRepresentation(openApiJson(), { tag: entityTag(openApiJson()), vary, isPrivate })
    return openApi
  }
  const without = (answer: () => Answer | Promise<Answer>): Handle => {
    return ({ search }) => {
      readQuery(search, NO_QUERY, {})
      return answer()
    }
  }
  const routes: [string, Handle][] = [
    ['/health', without(() => health)],
    ['/openapi.json', without(document)],
  ]
  if (metrics !== undefined) {
    const text = async () => new BufferedRepresentation(await metrics(), { contentType: METRICS_TYPE, vary })
    routes.push(['/metrics', without(text)])
  }
  return routes
}

function checkPath({ path }: Request): void {
  if (!isDecodable(path)) throw invalidInput(new Map([['', `malformed percent escape in ${path}`]]), {})
}

function notFound(path: string): LegalTextError {
  const hint = /^\/laws\/[^/]+\/norms\/./i.test(path) ? '; in a norm path, "/" is written as "%2F"' : ''
  return new LegalTextError('not_found', `there is nothing at ${path}${hint}; the routes are listed at /openapi.json`)
}
