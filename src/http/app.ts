/** The HTTP application: routes for every operation of the catalogue, `/health`, `/openapi.json` and the pages. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import polka, { type Middleware, type Polka, type Request } from 'polka'
import { assertOptions, wrongArgument } from '../arguments.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { corpusClosed, type ErrorKind, errorBody, errorOf, LegalTextError } from '../errors.ts'
import { FORMATS, type FormatName } from '../formats/formats.ts'
import { routedOperations } from '../operations/catalogue.ts'
import { invalidInput } from '../operations/operation.ts'
import { completeSettings, type Settings } from '../settings.ts'
import { version } from '../version.ts'
import { operationRoute, pageLinks } from './adapter.ts'
import { admission } from './admission.ts'
import { tokenCheckOf } from './bearer-tokens.ts'
import { createClientNetwork } from './client-address.ts'
import { acceptedFormat } from './content-negotiation.ts'
import { allowOrigins, variesBy } from './cross-origin.ts'
import { detailAccess, withoutDetails } from './disclosure.ts'
import { longBody } from './long-body.ts'
import { type Observer, observe } from './observe.ts'
import { openApiJson } from './openapi-file.ts'
import { DOCUMENT_POLICY, PAGE_ROUTES, pages } from './pages.ts'
import { isDecodable, NO_QUERY, readQuery } from './query.ts'
import { BufferedRepresentation, StreamedRepresentation } from './representation.ts'
import { entityTag, type HeaderOptions } from './representation-headers.ts'
import { ResponseCache } from './response-cache.ts'
import { METHODS, methodNotAllowed, sendError, sendRepresentation } from './send.ts'
import { isLarge, SentBodies } from './sent-bodies.ts'
import { StreamLimit } from './stream-limit.ts'
import { hasTrailingSlash, redirectWithoutSlash, withoutSlashes } from './trailing-slash.ts'
import { threadTurns } from './turn-scheduler.ts'

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
  /** Whether the server is being stopped: `/ready` then says so, while other requests are still answered. */
  isStopping?: () => boolean
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
  assertOptions(options, ['corpus', 'settings', 'tokens', 'observers', 'isStopping', 'metrics'])
  const { corpus, settings: given, observers = [], isStopping, metrics, tokens } = options ?? {}
  if (typeof corpus !== 'function') throw wrongArgument('corpus', 'a function that returns the open corpus', corpus)
  const settings = completeSettings(given)
  const hasToken = tokenCheckOf(settings, tokens)
  const admit = admission(settings, hasToken)
  const mayKnow = detailAccess(hasToken)
  const shown = (error: LegalTextError, to: IncomingMessage) => (mayKnow(to) ? error : withoutDetails(error))
  const openedCorpus = (request: IncomingMessage): Corpus => {
    const opened = corpus()
    if (opened instanceof LegalTextError) throw shown(opened, request)
    if (typeof opened?.findLaws === 'function') return opened
    throw new TypeError('`corpus` of createApp() must return an open corpus or a LegalTextError')
  }

  /** The error to send after an unexpected one: a corpus that is damaged, or was when it was read, is not ready. */
  const reasonOf = (error: unknown, opened: Corpus, request: IncomingMessage): unknown => {
    const present = corpus(true)
    if (present instanceof LegalTextError) return shown(present, request)
    return present === opened ? error : corpusClosed()
  }

  const routes = new Map<Middleware, KnownRoute>()
  const routeAt = (path: string) =>
    app
      .find('GET', path)
      .handlers.map((handler) => routes.get(handler))
      .find(Boolean)
  const isRoute = (path: string) => path !== '' && routeAt(path) !== undefined
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
        if (hasTrailingSlash(request.path) && isRead(request) && isRoute(withoutSlashes(request.path))) {
          return redirectWithoutSlash(request, response)
        }
        if (route?.needsCorpus !== false) openedCorpus(request)
        checkPath(request)
        throw route ? methodNotAllowed(request.method) : notFound(request.path)
      })
      return refuse(request, response, next)
    },
    onError: (error, request, response) => sendError(request, response, error),
  })
  const get = (route: KnownRoute, serve: Middleware) => {
    const handler = admitted(route, (request, response, next) => {
      if (hasTrailingSlash(request.path)) return redirectWithoutSlash(request, response)
      return serve(request, response, next)
    })
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
  const sent = new SentBodies(() => threadTurns.wake())
  const clientOf = createClientNetwork(settings.trustedProxies)
  const ready = (opened: Corpus, key: string): BufferedRepresentation | undefined => {
    const answer = cache.get(opened, key)
    if (answer instanceof LegalTextError) throw answer
    return answer
  }
  const streams = new StreamLimit(settings.maxStreams)
  for (const operation of routedOperations) {
    const route = operationRoute(operation)
    const isPrivate = settings.authTokenFile !== undefined
    const vary = variesBy(settings.corsOrigin, route.formats.length > 1)
    const answerOf = async (opened: Corpus, request: Request, accepted: FormatName, key: string) => {
      const isFull = operation.withoutDetails === undefined || mayKnow(request)
      try {
        return await route.answer(opened, request, accepted, isFull)
      } catch (error) {
        // A copy, as the trace of the original keeps in memory what it was computed from.
        if (isLasting(error)) cache.set(opened, key, errorOf(errorBody(error)))
        throw error instanceof LegalTextError ? error : reasonOf(error, opened, request)
      }
    }
    const compute = async (request: Request, accepted: FormatName, key: string): Promise<Answer> => {
      checkPath(request)
      if (operation.transient && isStopping?.()) throw new LegalTextError('not_ready', 'the server is stopping')
      // While the request waited, the corpus may have been replaced, or the same answer made for another request.
      const opened = openedCorpus(request)
      const made = ready(opened, key)
      if (made !== undefined) return made
      const { format, body, page } = await answerOf(opened, request, accepted, key)
      if (operation.transient) return new BufferedRepresentation(body as string, { vary })
      const whole = [opened.bundle.digest, version, key]
      const long = typeof body === 'object' ? await longBody(body, ...whole) : undefined
      const head: HeaderOptions = {
        contentType: FORMATS[format].contentType,
        // The digest does not cover the date of the file, which is in some bodies.
        tag: long?.tag ?? entityTag(...whole, ...(typeof body === 'string' ? [body] : [])),
        link: page && pageLinks(request.path, request.search, page),
        vary,
        isPrivate,
        ...(FORMATS[format].isPage && { more: ['Content-Security-Policy', DOCUMENT_POLICY] }),
      }
      if (typeof body === 'function') {
        const [client, parts] = [clientOf(request), body]
        return new StreamedRepresentation(() => inTurns(client, parts()), head, streams, client)
      }
      const answer = new BufferedRepresentation(long?.body ?? (body as string), head)
      cache.set(opened, key, answer)
      return answer
    }
    const ask = (request: Request, accepted: FormatName, key: string): Promise<Answer> => {
      if (operation.transient) return compute(request, accepted, key)
      const client = clientOf(request)
      return threadTurns.run(client, () => compute(request, accepted, key), {
        isWanted: () => !request.socket.destroyed,
        // Only lists can be large.
        ...(operation.list !== undefined && { mayBegin: () => sent.hasRoomFor(client) }),
      })
    }
    const send = (request: Request, response: ServerResponse, answer: Answer) => {
      if (answer instanceof BufferedRepresentation && isLarge(answer.body) && request.method !== 'HEAD') {
        sent.add(clientOf(request), answer.body, response)
      }
      return sendRepresentation(request, response, answer)
    }
    const serve: Middleware = (request, response) => {
      const accepted = acceptedFormat(request.headers.accept, route.formats)
      const key = accepted === 'json' ? request.url : `${accepted} ${request.url}`
      const made = ready(openedCorpus(request), key)
      if (made !== undefined) return send(request, response, made)
      return ask(request, accepted, key).then((answer) => send(request, response, answer))
    }
    get({ pattern: route.pattern, needsCorpus: true }, serve)
  }

  return app as unknown as App
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

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

/** Whether an error follows from the request and the corpus alone, so that it stays the same. */
function isLasting(error: unknown): error is LegalTextError {
  return error instanceof LegalTextError && LASTING.includes(error.kind)
}

const LASTING: readonly ErrorKind[] = ['not_found', 'ambiguous', 'invalid_input']

/** The parts of a stream, each made when it is the client's turn. */
async function* inTurns(client: string, parts: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = parts[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await threadTurns.run(client, () => iterator.next())
      if (done) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

function checkPath({ path }: Request): void {
  if (!isDecodable(path)) throw invalidInput(new Map([['', `malformed percent escape in ${path}`]]), {})
}

function notFound(path: string): LegalTextError {
  const hint = /^\/laws\/[^/]+\/norms\/./i.test(path) ? '; in a norm path, "/" is written as "%2F"' : ''
  return new LegalTextError('not_found', `there is nothing at ${path}${hint}; the routes are listed at /openapi.json`)
}
