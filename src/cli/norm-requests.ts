/** Several norms in one command. Requests are answered in order; an error answers only its own request. */

import { readDesignation } from '../citation/grammar/read-designation.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { norm } from '../operations/norm.ts'
import type { Answered, NormAnswer } from '../operations/norm-answers.ts'
import type { QuotationFormat } from '../render/quotation.ts'
import { designatedRequests, type NormRequest, requestOf, requestsInLaw } from '../resolve/norm-requests.ts'
import { errorBody, exitCode, LegalTextError, legalTextError } from '../util/errors.ts'
import type { Line, Shard } from './lines.ts'
import { type Form, isJson } from './operation-command.ts'
import { toJson, writeError, writeNote, writePages, writeRendered } from './output.ts'
import type { Presenter, Screen } from './terminal/screen.ts'

/** In UTF-16 code units. */
const MAX_LINE_LENGTH = 1500
/** Maximum bytes of a code unit in UTF-8. */
const BYTES_PER_UNIT = 3

// Lazy: most requests are a code and a number, and do not need this.
const normArguments = () => import('../resolve/norm-words.ts')

/** A number or norm path. */
const PLAIN = /^(?:\w+:\S+|\d+[a-z]*)$/i

/** The requests of a command line. @throws LegalTextError if the only word is not a designation */
export async function argumentRequests(corpus: Corpus, words: readonly string[]): Promise<NormRequest[]> {
  const [first = '', second = '', ...others] = words
  if (words.length === 1) return designatedRequests(corpus, first)
  const isPlain = others.length === 0 && PLAIN.test(second) && (await corpus.findLaws(first)).length > 0
  if (isPlain) return requestsInLaw(corpus, first, second)
  const named = await (await normArguments()).readNormArguments(corpus, words)
  const requests =
    'law' in named
      ? named.norms.map((norm) => requestsInLaw(corpus, named.law, norm))
      : named.designations.map((text) => designationsOf(corpus, text, named.designations.length > 1))
  return (await Promise.all(requests)).flat()
}

/** @param among true for one of several, whose error is its own answer */
async function designationsOf(corpus: Corpus, text: string, among: boolean): Promise<NormRequest[]> {
  try {
    return await designatedRequests(corpus, text)
  } catch (error) {
    if (!among || !(error instanceof LegalTextError)) throw error
    return [requestOf(text, error)]
  }
}

/** The requests of each line, without empty lines. @param shard its requests have their `line` */
export async function* lineRequests(
  corpus: Corpus,
  source: AsyncIterable<Buffer>,
  shard?: Shard,
): AsyncGenerator<NormRequest> {
  const { linesOf } = await import('./lines.ts')
  for await (const line of linesOf(source, BYTES_PER_UNIT * MAX_LINE_LENGTH, shard)) {
    if (line.fault === undefined && line.text.trim() === '') continue
    const refused = (error: unknown) => [requestOf(line.text.slice(0, MAX_LINE_LENGTH + 1), legalTextError(error))]
    for (const request of await readLine(corpus, line).catch(refused)) {
      yield shard === undefined ? request : { ...request, line: line.number }
    }
  }
}

/** Reads `CODE NORM`, with a tab or spaces between, or designations with their laws. */
async function readLine(corpus: Corpus, { text, fault }: Line): Promise<NormRequest[]> {
  if (text.length > MAX_LINE_LENGTH) {
    throw new LegalTextError('invalid_input', say`the request is longer than ${MAX_LINE_LENGTH} characters`)
  }
  if (fault !== undefined) throw new LegalTextError('invalid_input', fault)
  const [, code = '', norm = ''] = /^\s*([^\t]+)\t\s*(\S.*)$/.exec(text) ?? /^\s*(\S+)\s+(\S.*)$/.exec(text) ?? []
  if (norm !== '' && (text.includes('\t') || (await corpus.findLaws(code)).length > 0)) {
    return requestsInLaw(corpus, code, norm, text)
  }
  try {
    return await designatedRequests(corpus, text)
  } catch (error) {
    // The look-up of an unknown law suggests laws with similar names.
    const { isUnquoted } = await normArguments()
    if (error instanceof LegalTextError && readDesignation(norm) !== undefined && !isUnquoted(code))
      return requestsInLaw(corpus, code, norm, text)
    throw error
  }
}

interface WriteOptions {
  answers: AsyncIterable<Answered>
  form: Form
  pager: boolean
}

/** Writes each answer as soon as it is ready, and sets the exit code to that of the first error. */
export async function writeAnswers(corpus: Corpus, { answers, form, pager }: WriteOptions): Promise<void> {
  if (isJson(form)) return writeAnswerLines(answers)
  const norms = normsOf(corpus, answers)
  if (form === 'page') return writePages(norms, await normPresenter(corpus), { pager })
  if (form === 'csv') {
    const { answerTable } = await import('../render/export-corpus.ts')
    return writeRendered(answerTable(norms), false)
  }
  const { renderOf } = await import('../render/render.ts')
  const parts = async function* () {
    // References in CSL-JSON form one list.
    let between = form === 'csl' ? '[' : ''
    for await (const answer of norms) {
      const part = await renderOf(corpus, norm, form, answer)
      yield between + (form === 'csl' ? part.replace(/^\[|\n?\]\n?$/g, '') : `${part}\n`)
      between = form === 'csl' ? ',' : ''
    }
    if (form === 'csl') yield between === '[' ? '[]\n' : '\n]\n'
  }
  await writeRendered(parts(), false)
}

/** Writes norms as quotations, one below the other. @param copies true to copy them to the clipboard, too */
export async function writeQuotations(
  corpus: Corpus,
  answers: AsyncIterable<Answered>,
  format: QuotationFormat,
  copies: boolean,
): Promise<void> {
  const { quotation } = await import('../render/quotation.ts')
  let text = ''
  const parts = async function* () {
    let between = ''
    for await (const answer of normsOf(corpus, answers)) {
      if (answer.resolution?.by === 'approximation') await writeNote(answer.resolution.message)
      const part = between + quotation(answer, format)
      if (copies) text += part
      yield part
      between = '\n'
    }
  }
  await writeRendered(parts(), false)
  if (text === '') return
  const { copyText } = await import('./terminal/desktop.ts')
  await writeNote(say`copied with ${await copyText(text)}`)
}

/** Filters the norms of the answers. Errors are written to stderr. */
async function* normsOf(corpus: Corpus, answers: AsyncIterable<Answered>): AsyncGenerator<NormAnswer> {
  for await (const { request, answer } of answers) {
    if (!(answer instanceof LegalTextError)) {
      yield answer
      continue
    }
    process.exitCode ||= exitCode(answer)
    await writeError({ ...errorBody(answer), message: say`${request}: ${answer.message}` }, corpus.bundle.name)
  }
}

/** Writes each answer, or error, as a line of JSON, and sets the exit code to that of the first error. */
export async function writeAnswerLines(answers: AsyncIterable<Answered<object>>): Promise<void> {
  await writeRendered(jsonLines(answers), true)
}

async function* jsonLines(answers: AsyncIterable<Answered<object>>): AsyncGenerator<string> {
  for await (const { request, line, answer } of answers) {
    if (answer instanceof LegalTextError) process.exitCode ||= exitCode(answer)
    const body = answer instanceof LegalTextError ? { ...errorBody(answer), request } : answer
    yield `${toJson(line === undefined ? body : { ...body, line })}\n`
  }
}

/** The page of a norm, which reads the norms that it cites from the corpus. */
export async function normPresenter(corpus: Corpus): Promise<Presenter<unknown>> {
  const { normPage } = await import('./terminal/pages/norm-page.ts')
  return Object.assign((answer: unknown, screen: Screen) => normPage(corpus, answer, screen), { sanitizes: true })
}
