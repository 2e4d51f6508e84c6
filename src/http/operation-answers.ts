/** Answers requests with operations: each answer is computed once for a corpus, in turns with those for other clients. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Middleware, Request } from 'polka'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { invalidInput, type PostedOperation, parseInput } from '../operations/operation.ts'
import { version } from '../program/package.ts'
import type { Settings } from '../program/settings.ts'
import { FORMATS, type FormatName, formatsOf } from '../render/formats.ts'
import { type ErrorKind, errorBody, errorOf, LegalTextError } from '../util/errors.ts'
import { today } from '../util/iso-date.ts'
import { pageLinks, type Route, type RouteResult } from './adapter.ts'
import { placeOf, renderedAnswer, TOO_LONG } from './apart.ts'
import type { BodyBudget } from './body-budget.ts'
import { computing } from './computing.ts'
import { acceptedFormat } from './content-negotiation.ts'
import type { CorpusAccess } from './corpus-access.ts'
import { variesBy } from './cross-origin.ts'
import { rememberCorpus } from './html/corpus-facts.ts'
import { formerPage, pageAnswer, pageOfAnswer } from './html/html-answers.ts'
import { longWorkOf, readPageRequest } from './html/operation-pages.ts'
import { assetNames, keptLanguage, languageOf, PAGE_SECURITY, wantsPage } from './html/page-request.ts'
import { DOCUMENT_POLICY } from './pages.ts'
import { isDecodable, readQuery } from './query.ts'
import { entityTag, type HeaderOptions, Representation } from './representation.ts'
import { readBody } from './request-body.ts'
import { ResponseCache } from './response-cache.ts'
import { sendRepresentation } from './send.ts'
import { isLarge, SentBodies } from './sent-bodies.ts'
import { StreamLimit } from './stream-limit.ts'

export interface OperationAnswersOptions {
  access: CorpusAccess
  settings: Settings
  /** The network of the client of a request. */
  clientOf: (request: IncomingMessage) => string
  /** True if a client may know details about the server's machine. */
  mayKnow: (request: IncomingMessage) => boolean
  /** True while the server is being stopped. */
  isStopping: (() => boolean) | undefined
}

/** Shared state of the routes of all operations. */
export class OperationAnswers {
  readonly #options: OperationAnswersOptions
  readonly #streams: StreamLimit
  readonly #cache = new ResponseCache()
  readonly #sent = new SentBodies(computing.wake)

  constructor(options: OperationAnswersOptions) {
    this.#options = options
    this.#streams = new StreamLimit(options.settings.maxStreams)
  }

  /** Returns the middleware of a route. */
  serve(route: Route): Middleware {
    return (request, response) => {
      const former = formerPage(route, request)
      if (former !== undefined) return redirect(response, former)
      const accepted = acceptedFormat(request.headers.accept, route.formats)
      const key = accepted === 'json' ? request.url : `${accepted} ${request.url}`
      return this.#serve({ route, request, accepted, isReader: false, key }, response)
    }
  }

  /** Returns the middleware of the reader's pages. @param missing the error for an unknown path */
  page(missing: (path: string) => LegalTextError): Middleware {
    return async (request, response) => {
      checkPath(request)
      const asked = readPageRequest(request.path, request.search)
      if (asked === undefined) throw missing(request.path)
      const language = languageOf(request)
      const key = `${language} ${Object.values(assetNames()).join(' ')} ${asked.url}`
      const answer: Route['answer'] = (corpus) => pageAnswer(asked, corpus, language)
      const route: Route = { ...READER, longWork: longWorkOf(asked), answer }
      rememberCorpus(request, this.#options.access.opened(request))
      try {
        await this.#serve({ route, request, accepted: 'html', isReader: true, key }, response)
      } catch (error) {
        // A program at an unknown route learns where the routes are listed.
        const isNoLaw = error instanceof LegalTextError && error.kind === 'not_found' && !error.details.norm
        throw isNoLaw && !wantsPage(request) ? missing(request.path) : error
      }
    }
  }

  #serve(wanted: WantedAnswer, response: ServerResponse): void | Promise<void> {
    const { request, key } = wanted
    const made = this.#made(this.#options.access.opened(request), key)
    if (made !== undefined) return this.#send(request, response, made)
    return this.#ask(wanted).then((answer) => this.#send(request, response, answer))
  }

  /** @throws LegalTextError the cached error of the same request */
  #made(opened: Corpus, key: string): Representation | undefined {
    const answer = this.#cache.get(opened, key)
    if (answer instanceof LegalTextError) throw answer
    return answer
  }

  #ask(wanted: WantedAnswer): Promise<Representation> {
    const { route, request } = wanted
    if (route.isTransient) return this.#compute(wanted)
    const client = this.#options.clientOf(request)
    const place = placeOf(this.#options.access.opened(request), route)
    return computing.run(place, client, () => this.#compute(wanted), {
      isWanted: () => !request.socket.destroyed,
      mayBegin: () => this.#sent.hasRoomFor(client),
    })
  }

  async #compute(wanted: WantedAnswer): Promise<Representation> {
    const { route, request, key, isReader, accepted } = wanted
    const { access, isStopping, settings } = this.#options
    checkPath(request)
    if (route.isTransient && isStopping?.()) throw STOPPING
    // Meanwhile the corpus may have been replaced, or another request may have cached the same answer.
    const opened = access.opened(request)
    const made = this.#made(opened, key)
    if (made !== undefined) return made
    const { contentType, isPage, body, page, location, tag } = await this.#run(wanted, opened)
    const vary = variesBy(settings.corsOrigin, { hasFormats: route.formats.length > 1, isPage: isReader })
    if (route.isTransient) return new Representation(body as string, { vary })
    // Text for people may depend on the day; day-dependent JSON is hashed into its tag.
    const whole = [opened.bundle.digest, version, key, ...(accepted === 'json' ? [] : [today()])]
    const kept = isReader ? keptLanguage(request.url) : []
    const shownAt = pageOfAnswer(route.operation, request)
    const links = [
      page && pageLinks(request.path, request.search, page),
      shownAt && `<${shownAt}>; rel="alternate"; type="text/html"`,
    ]
    const head: HeaderOptions = {
      contentType,
      // Bodies may contain the date of the file, which the digest does not cover.
      tag: tag ?? entityTag(...whole, ...(typeof body === 'string' ? [body] : [])),
      link: links.filter(Boolean).join(', ') || undefined,
      location,
      vary,
      isImmutable: tag !== undefined,
      isPrivate: settings.authTokenFile !== undefined || kept.length > 0,
      ...(isPage && { more: [...(isReader ? PAGE_HEADERS : DOCUMENT_HEADERS), ...kept] }),
    }
    if (typeof body === 'function') {
      const client = this.#options.clientOf(request)
      return new Representation(() => this.#streams.open(client, () => inTurns(client, body())), head)
    }
    const answer = new Representation(typeof body === 'string' ? body : Buffer.from(body), head)
    this.#cache.set(opened, key, answer)
    return answer
  }

  async #run({ route, request, accepted, key }: WantedAnswer, opened: Corpus): Promise<RouteResult> {
    const { access, mayKnow } = this.#options
    const isFull = !route.hasDetails || mayKnow(request)
    try {
      return await route.answer(opened, request, accepted, isFull)
    } catch (error) {
      // A copy, as the stack trace would keep the computation in memory.
      if (isLasting(error)) this.#cache.set(opened, key, errorOf(errorBody(error)))
      throw access.reasonOf(error, opened, request)
    }
  }

  #send(request: Request, response: ServerResponse, answer: Representation): void | Promise<void> {
    const { body } = answer
    if (typeof body !== 'function' && isLarge(body) && request.method !== 'HEAD') {
      this.#sent.add(this.#options.clientOf(request), body, response)
    }
    return sendRepresentation(request, response, answer)
  }
}

const STOPPING = new LegalTextError('not_ready', say`the server is stopping`, {}, { cause: { code: 'stopping' } })

/** The route of all pages. */
const READER = { pattern: '', formats: ['html'], parameters: [] } as const

/** Redirects a browser to a page; for others the addresses of the API keep their meaning. */
function redirect(response: ServerResponse, location: string): void {
  response
    .writeHead(302, { Location: location, 'Cache-Control': 'no-store', Vary: 'Accept', 'Content-Length': 0 })
    .end()
}

const DOCUMENT_HEADERS = ['Content-Security-Policy', DOCUMENT_POLICY]
const PAGE_HEADERS = Object.entries(PAGE_SECURITY).flat()

/** A pending answer. */
interface WantedAnswer {
  route: Route
  request: Request
  /** The format in `Accept`. */
  accepted: FormatName
  /** True for a page of the reader, false for an answer of the API. */
  isReader: boolean
  /** Cache key among the answers of one corpus. */
  key: string
}

/** @throws LegalTextError `invalid_input` for a malformed percent escape */
export function checkPath({ path }: Request): void {
  if (!isDecodable(path)) throw invalidInput(new Map([['', say`malformed percent escape in ${path}`]]), {})
}

/** True if an error depends on the request and the corpus alone, so that it is permanent. */
function isLasting(error: unknown): error is LegalTextError {
  if (!(error instanceof LegalTextError) || (error.cause as { code?: unknown } | undefined)?.code === TOO_LONG)
    return false
  return LASTING.includes(error.kind)
}

const LASTING: readonly ErrorKind[] = ['not_found', 'no_history', 'ambiguous', 'invalid_input']

/** The parts of a stream, each computed in the client's turn. */
async function* inTurns(client: string, parts: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = parts[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await computing.run('here', client, () => iterator.next())
      if (done) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

interface PostedAnswersOptions {
  access: CorpusAccess
  settings: Settings
  /** The network of the client of a request. */
  clientOf: (request: IncomingMessage) => string
  /** For the bodies of requests. */
  budget: BodyBudget
}

/** Returns the middleware of an operation's route. All share the limits of waiting and unsent bodies. */
export function postedAnswers({ access, settings, clientOf, budget }: PostedAnswersOptions) {
  const sent = new SentBodies(computing.wake)
  return (operation: PostedOperation): Middleware => {
    const formats = formatsOf(operation)
    const vary = variesBy(settings.corsOrigin, { hasFormats: formats.length > 1, isPage: false })
    return async (request, response) => {
      const client = clientOf(request)
      const body = await readBody(request, response, { client, budget, maximum: settings.maxRequestBodyBytes })
      const format = acceptedFormat(request.headers.accept, formats)
      const input = parseInput(operation, inputOf(operation, request, body))
      const place = placeOf(access.opened(request), { length: body.length })
      const answer = async () => {
        const opened = access.opened(request)
        return renderedAnswer(operation, opened, input, { format, place }).catch((error: unknown) => {
          throw access.reasonOf(error, opened, request)
        })
      }
      const limits = { isWanted: () => !request.socket.destroyed, mayBegin: () => sent.hasRoomFor(client) }
      const bytes = Buffer.from((await computing.run(place, client, answer, limits)).body)
      if (isLarge(bytes)) sent.add(client, bytes, response)
      await sendRepresentation(
        request,
        response,
        new Representation(bytes, { contentType: FORMATS[format].contentType, vary }),
      )
    }
  }
}

/**
 * The input of a request: an object as JSON, or plain text with the other inputs as parameters.
 * @throws LegalTextError `invalid_input`
 */
function inputOf(operation: PostedOperation, { headers, search }: Request, body: string): Record<string, unknown> {
  const { text } = operation.post
  const isText = headers['content-type']?.startsWith('text/') === true
  const known = isText ? Object.keys(operation.input.shape).filter((name) => name !== text) : []
  const query = readQuery(search, { known, repeatable: new Set() }, {})
  if (isText) return { ...query, [text]: body }
  try {
    return JSON.parse(body)
  } catch {
    throw invalidInput(new Map([['body', 'must be JSON, or text with a Content-Type such as text/plain']]), {})
  }
}
