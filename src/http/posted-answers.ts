/** Answers requests whose body is the input of an operation: `POST /check`. */
import type { IncomingMessage } from 'node:http'
import type { Middleware, Request } from 'polka'
import { invalidInput, type PostedOperation, parseInput } from '../operations/operation.ts'
import { LongWork } from '../program/long-work.ts'
import type { Settings } from '../program/settings.ts'
import { threadTurns } from '../program/turn-scheduler.ts'
import { FORMATS, formatsOf } from '../render/formats.ts'
import { renderInPieces } from '../render/render.ts'
import type { BodyBudget } from './body-budget.ts'
import { acceptedFormat } from './content-negotiation.ts'
import type { CorpusAccess } from './corpus-access.ts'
import { variesBy } from './cross-origin.ts'
import { longBody } from './operation-answers.ts'
import { readQuery } from './query.ts'
import { BufferedRepresentation } from './representation.ts'
import { readBody } from './request-body.ts'
import { sendRepresentation } from './send.ts'
import { isLarge, SentBodies } from './sent-bodies.ts'

export interface PostedAnswersOptions {
  access: CorpusAccess
  settings: Settings
  /** The network of the client of a request. */
  clientOf: (request: IncomingMessage) => string
  /** For the bodies of requests. */
  budget: BodyBudget
}

/** Returns what serves the route of an operation. All of them share the limits of what waits and of what is being sent. */
export function postedAnswers({ access, settings, clientOf, budget }: PostedAnswersOptions) {
  const sent = new SentBodies(() => threadTurns.wake())
  const work = new LongWork(threadTurns)
  return (operation: PostedOperation): Middleware => {
    const formats = formatsOf(operation)
    const vary = variesBy(settings.corsOrigin, { hasFormats: formats.length > 1, isPage: false })
    return async (request, response) => {
      const client = clientOf(request)
      const body = await readBody(request, response, { client, budget, maximum: settings.maxRequestBodyBytes })
      const format = acceptedFormat(request.headers.accept, formats)
      const input = parseInput(operation, inputOf(operation, request, body))
      const answer = async () => {
        const opened = access.opened(request)
        return operation.answer(opened, input).catch((error: unknown) => {
          throw access.reasonOf(error, opened, request)
        })
      }
      const limits = { isWanted: () => !request.socket.destroyed, mayBegin: () => sent.hasRoomFor(client) }
      const rendered = renderInPieces(operation, format, await work.run(client, body.length, answer, limits))
      const bytes = typeof rendered === 'string' ? Buffer.from(rendered) : (await longBody(rendered)).body
      if (isLarge(bytes)) sent.add(client, bytes, response)
      await sendRepresentation(
        request,
        response,
        new BufferedRepresentation(bytes, { contentType: FORMATS[format].contentType, vary }),
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
