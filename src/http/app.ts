/** The HTTP application: routes for every operation of the catalogue, `/health` and `/openapi.json`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import polka, { type Middleware, type Polka, type Request } from 'polka'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { catalogue } from '../operations/catalogue.ts'
import { invalidInput } from '../operations/operation.ts'
import { readSettings, type Settings } from '../settings.ts'
import { operationRoute } from './adapter.ts'
import { checkBodyLength, methodNotAllowed, sendError, sendJson } from './answer.ts'
import { AnswerCache, toBytes } from './answer-cache.ts'
import { openApiJson } from './openapi-file.ts'
import { isDecodable, NO_QUERY, readQuery } from './query.ts'

export interface AppOptions {
  /**
   * The corpus to answer from, asked anew for every request; while there is none, the error `not_ready` with the reason.
   * Whoever opened the corpus closes it.
   */
  corpus: () => Corpus | LegalTextError
  /** Limits; the documented defaults where not given. */
  settings?: Pick<Settings, 'maxRequestBodyBytes'>
}

/** A polka application. Its `handler` is a plain request listener: `http.createServer(app.handler)`. */
export interface App extends Omit<Polka, 'handler'> {
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
}

/** Answers one request with JSON: as text, or as bytes that are ready. */
type Handle = (request: Request) => string | Buffer | Promise<Buffer>

/** Builds the application. It opens nothing and listens nowhere. */
export function createApp({ corpus, settings = readSettings({}) }: AppOptions): App {
  /** Every answer is given here: limits first, then the handler's JSON, or the error that it throws. */
  const respond = (handle: Handle): Middleware => {
    return async (request, response) => {
      try {
        checkBodyLength(request, settings.maxRequestBodyBytes)
        sendJson(response, 200, await handle(request))
      } catch (error) {
        sendError(request, response, error)
      }
    }
  }

  const openedCorpus = (): Corpus => {
    const opened = corpus()
    if (opened instanceof LegalTextError) throw opened
    return opened
  }

  const routes = new Map<Middleware, { needsCorpus: boolean }>()
  const app = polka({
    onNoMatch: respond((request) => {
      const route = app
        .find('GET', request.path)
        .handlers.map((handler) => routes.get(handler))
        .find(Boolean)
      if (route?.needsCorpus !== false) openedCorpus()
      checkPath(request)
      throw route ? methodNotAllowed(request.method) : notFound(request.path)
    }),
    onError: (error, request, response) => sendError(request, response, error),
  })

  const get = (pattern: string, needsCorpus: boolean, handle: Handle) => {
    const handler = respond(handle)
    routes.set(handler, { needsCorpus })
    app.get(pattern, handler)
  }
  get('/health', false, (request) => {
    readQuery(request.search, NO_QUERY, {})
    return '{"status":"ok"}'
  })
  get('/openapi.json', false, (request) => {
    readQuery(request.search, NO_QUERY, {})
    return openApiJson()
  })
  const cache = new AnswerCache()
  for (const operation of catalogue) {
    const route = operationRoute(operation)
    const ask = async (opened: Corpus, request: Request): Promise<Buffer> => {
      checkPath(request)
      const answer = toBytes(await route.answer(opened, request))
      if (!operation.transient) cache.set(opened, request.url, answer)
      return answer
    }
    get(route.pattern, true, (request) => {
      const opened = openedCorpus()
      return cache.get(opened, request.url) ?? ask(opened, request)
    })
  }

  return app as unknown as App
}

function checkPath({ path }: Request): void {
  if (!isDecodable(path)) throw invalidInput(new Map([['', `malformed percent escape in ${path}`]]), {})
}

function notFound(path: string): LegalTextError {
  const hint = /^\/laws\/[^/]+\/norms\/./i.test(path) ? '; in a norm path, "/" is written as "%2F"' : ''
  return new LegalTextError('not_found', `there is nothing at ${path}${hint}; the routes are listed at /openapi.json`)
}
