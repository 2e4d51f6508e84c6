/** The HTTP application: routes for every operation of the catalogue, `/health`, `/openapi.json` and the pages. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import polka, { type Middleware, type Polka, type Request } from 'polka'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { catalogue } from '../operations/catalogue.ts'
import { invalidInput } from '../operations/operation.ts'
import { version } from '../package.ts'
import { readSettings, type Settings } from '../settings.ts'
import { operationRoute } from './adapter.ts'
import { checkBodyLength, METHODS, methodNotAllowed, sendAnswer, sendError } from './answer.ts'
import { AnswerCache } from './answer-cache.ts'
import { allowOrigins, variesBy } from './cross-origin.ts'
import { entityTag } from './entity-tag.ts'
import { openApiJson } from './openapi-file.ts'
import { pageLinks } from './page-links.ts'
import { PAGE_ROUTES, pages } from './pages.ts'
import { isDecodable, NO_QUERY, readQuery } from './query.ts'
import { ReadyAnswer } from './ready-answer.ts'

export interface AppOptions {
  /**
   * The corpus to answer from, asked anew for every request; while there is none, the error `not_ready` with the reason.
   * Whoever opened the corpus closes it.
   */
  corpus: () => Corpus | LegalTextError
  /** Limits; the documented defaults where not given. */
  settings?: Pick<Settings, 'maxRequestBodyBytes'> & Partial<Pick<Settings, 'corsOrigin'>>
}

/** A polka application. Its `handler` is a plain request listener: `http.createServer(app.handler)`. */
export interface App extends Omit<Polka, 'handler'> {
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
}

/** Answers one request. */
type Handle = (request: Request) => ReadyAnswer | Promise<ReadyAnswer>

/** Builds the application. It opens nothing and listens nowhere. */
export function createApp({ corpus, settings = readSettings({}) }: AppOptions): App {
  /** Every request passes through here: limits first, then what is made of it, or the error that is thrown. */
  const guard = (serve: Middleware): Middleware => {
    return async (request, response, next) => {
      try {
        checkBodyLength(request, settings.maxRequestBodyBytes)
        await serve(request, response, next)
      } catch (error) {
        sendError(request, response, error)
      }
    }
  }
  const respond = (handle: Handle): Middleware => {
    const answer = guard(async (request, response) => sendAnswer(request, response, await handle(request)))
    return (request, response, next) => {
      allowOrigins(request, response, settings.corsOrigin)
      return answer(request, response, next)
    }
  }

  const openedCorpus = (): Corpus => {
    const opened = corpus()
    if (opened instanceof LegalTextError) throw opened
    return opened
  }

  const routes = new Map<Middleware, { needsCorpus: boolean }>()
  const routeAt = (path: string) =>
    app
      .find('GET', path)
      .handlers.map((handler) => routes.get(handler))
      .find(Boolean)
  const refuse = respond((request) => {
    const route = routeAt(request.path)
    if (route?.needsCorpus !== false) openedCorpus()
    checkPath(request)
    throw route ? methodNotAllowed(request.method) : notFound(request.path)
  })
  const app = polka({
    onNoMatch(request, response, next) {
      if (request.method !== 'OPTIONS' || routeAt(request.path) === undefined) return refuse(request, response, next)
      allowOrigins(request, response, settings.corsOrigin)
      response.writeHead(204, { Allow: METHODS.join(', ') }).end()
    },
    onError: (error, request, response) => sendError(request, response, error),
  })

  const get = (pattern: string, needsCorpus: boolean, handle: Handle) => {
    const handler = respond(handle)
    routes.set(handler, { needsCorpus })
    app.get(pattern, handler)
  }
  const alive = new ReadyAnswer('{"status":"ok"}')
  get('/health', false, (request) => {
    readQuery(request.search, NO_QUERY, {})
    return alive
  })
  let described: ReadyAnswer | undefined
  const description = () => {
    described ??= new ReadyAnswer(openApiJson(), { tag: entityTag(openApiJson()) })
    return described
  }
  get('/openapi.json', false, (request) => {
    readQuery(request.search, NO_QUERY, {})
    return description()
  })
  const servePage = pages()
  for (const pattern of PAGE_ROUTES) {
    const handler = guard((request, response) =>
      servePage(request, response, () => sendError(request, response, notFound(request.path))),
    )
    routes.set(handler, { needsCorpus: false })
    app.get(pattern, handler)
  }

  const cache = new AnswerCache()
  const vary = variesBy(settings.corsOrigin)
  for (const operation of catalogue) {
    const route = operationRoute(operation)
    const ask = async (opened: Corpus, request: Request): Promise<ReadyAnswer> => {
      checkPath(request)
      const { json, page } = await route.answer(opened, request)
      if (operation.transient) return new ReadyAnswer(json)
      const answer = new ReadyAnswer(json, {
        tag: entityTag(opened.bundle.digest, version, request.url),
        link: page && pageLinks(request.path, request.search, page),
        vary,
      })
      cache.set(opened, request.url, answer)
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
