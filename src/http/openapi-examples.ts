/** The examples of the OpenAPI document: real answers from a corpus, for the package build from the starter dataset. */

import { notReadyYet } from '../dataset/served-corpus.ts'
import type { Corpus } from '../model/corpus.ts'
import { catalogue } from '../operations/catalogue.ts'
import { norms } from '../operations/norms.ts'
import { type Operation, postedOf, routedOf } from '../operations/operation.ts'
import { readSettings } from '../program/settings.ts'
import { ERROR_KINDS, type ErrorKind, errorBody } from '../util/errors.ts'
import { noImage, operationRequest, operationRoute } from './adapter.ts'
import { misdirected, tooManyRequests, unauthorized } from './admission.ts'
import { type Examples, openApiDocument } from './openapi.ts'
import { NO_QUERY, readQuery } from './query.ts'
import { preconditionFailed } from './representation.ts'
import { payloadTooLarge } from './request-body.ts'
import { methodNotAllowed } from './send.ts'

/** The OpenAPI document with examples from the corpus, as JSON text. The package build writes it to `dist/openapi.json`. */
export async function buildOpenApi(corpus: Corpus): Promise<string> {
  const examples: Examples = { ...fixedExamples() }
  for (const operation of routedOf(catalogue)) {
    const { answer } = operationRoute(operation)
    examples[operation.name] = await operationExamples(operation, async (input) => {
      const { body } = await answer(corpus, operationRequest(operation, input))
      if (typeof body === 'string') return JSON.parse(body)
      let json = ''
      for await (const part of typeof body === 'function' ? body() : body) json += part
      return JSON.parse(json)
    })
  }
  for (const operation of postedOf(catalogue))
    examples[operation.name] = await operationExamples(operation, async (input) => operation.run(corpus, input))
  return JSON.stringify(openApiDocument(examples, await wholeLaws(corpus)))
}

/** All laws with their norms, for values that the examples lack. */
async function wholeLaws(corpus: Corpus): Promise<[operation: string, answer: unknown][]> {
  const { items } = await corpus.laws({})
  return Promise.all(items.map(async ({ code }) => [norms.name, await norms.run(corpus, { code })]))
}

async function operationExamples(
  operation: Operation,
  ask: (input: Record<string, unknown>) => Promise<unknown>,
): Promise<Record<number, unknown>> {
  const answers: Record<number, unknown> = { 200: await ask(operation.example) }
  for (const [kind, input] of Object.entries(operation.errors)) {
    answers[ERROR_KINDS[kind as ErrorKind].status] = await ask(input).then(
      () => {
        throw new Error(`the ${kind} example of ${operation.name} is not an error`)
      },
      (error) => errorBody(error),
    )
  }
  return answers
}

/** Answers that do not depend on a corpus. */
function fixedExamples(): Examples {
  const unknownParameter = { [ERROR_KINDS.invalid_input.status]: thrown(() => readQuery('?format=xml', NO_QUERY, {})) }
  return {
    health: { 200: { status: 'ok' }, ...unknownParameter },
    openapi: {
      200: { openapi: '3.1.1', info: { title: 'legal-text', version: '2.1.0' }, paths: {} },
      ...unknownParameter,
    },
    image: { [ERROR_KINDS.not_found.status]: errorBody(noImage('0'.repeat(64))), ...unknownParameter },
    errors: {
      [ERROR_KINDS.method_not_allowed.status]: errorBody(methodNotAllowed('POST')),
      [ERROR_KINDS.payload_too_large.status]: errorBody(payloadTooLarge(readSettings({}).maxRequestBodyBytes)),
      [ERROR_KINDS.unauthorized.status]: errorBody(unauthorized()),
      [ERROR_KINDS.too_many_requests.status]: errorBody(tooManyRequests(60, 12)),
      [ERROR_KINDS.misdirected.status]: errorBody(misdirected()),
      [ERROR_KINDS.precondition_failed.status]: errorBody(preconditionFailed('If-Match')),
      [ERROR_KINDS.internal.status]: { ...errorBody(new Error()), request_id: 'kR3vX0pw-1z' },
      [ERROR_KINDS.not_ready.status]: errorBody(notReadyYet({ stage: 'downloading', done: 1204, total: 6877 })),
    },
  }
}

function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return errorBody(error)
  }
  throw new Error('the example of an error is not an error')
}
