/** Several norms in one command: requests are answered in their order, and an error is the answer of its request alone. */
import { readDesignation, readDesignations } from '../../citation/grammar/read-designation.ts'
import { formatElements } from '../../citation/norm-path.ts'
import type { Corpus } from '../../corpus/corpus.ts'
import { errorBody, errorOf, exitCode, LegalTextError } from '../../errors.ts'
import { norm } from '../../operations/norm.ts'
import { parseInput } from '../../operations/operation.ts'
import type { NamedNorm } from '../../resolve/named-norm.ts'
import type { Presenter, Screen } from '../../terminal/screen.ts'
import { type Form, isJson } from './operation-command.ts'
import { toJson, writeError, writePages, writeRendered } from './output.ts'

/** What reads designations with their laws is loaded when there is one: most look-ups are of a code and a norm. */
const designationReader = async () => (await import('../../operations/designations.ts')).designations

export interface NormRequest {
  /** As it was typed. */
  request: string
  /** Which norm it means. @throws LegalTextError where it means none */
  read(): Promise<Pick<NamedNorm, 'code' | 'norm' | 'note'>>
}

/** Longer lines cannot be requests. */
const LONGEST_LINE = 1500

/** Words that are typed alone only where a designation stands without quotation marks: `norm bgb § 433 Abs. 2`. */
const LOOSE = /^(?:§§?|art\.?|artikel|abs\.?|absatz|s\.|satz|nr\.?|nummer|buchst\.?|lit\.?|anlage|anhang)$/i

/**
 * The requests of a command line: norms of one law, or designations with their laws, of which one word may have several.
 * @throws LegalTextError where the only word is no designation
 */
export async function argumentRequests(corpus: Corpus, words: readonly string[]): Promise<NormRequest[]> {
  const [first = '', ...others] = words
  if (LOOSE.test(first)) return designations(corpus, words.join(' '))
  if (others.length === 0) return designations(corpus, first)
  if (others.length > 1 && others.some((word) => LOOSE.test(word))) return inLaw(corpus, first, others.join(' '))
  const isDesignation = /^\s*(?:§|art)/i.test(first) && (await corpus.findLaws(first)).length === 0
  if (isDesignation)
    return words.map((request) => ({
      request,
      read: () => readDesignated(corpus, request),
    }))
  const requests = await Promise.all(others.map((request) => inLaw(corpus, first, request)))
  return requests.flat()
}

/** The norms of a law that one word names: `§§ 433, 434` are two, unless the law has one that is called so. */
async function inLaw(corpus: Corpus, code: string, norm: string): Promise<NormRequest[]> {
  const several = readDesignations(norm)
  const [law] = several.length > 0 ? await corpus.findLaws(code) : []
  const label = readDesignation(norm)?.norm[0]
  const isOne = law && label && (await corpus.norm(law.code, formatElements(label))) !== undefined
  const named = several.length === 0 || isOne ? [norm] : several
  return named.map((request) => ({ request, read: async () => ({ code, norm: request }) }))
}

async function designations(corpus: Corpus, text: string): Promise<NormRequest[]> {
  const { norms } = await (await designationReader()).run(corpus, { q: text, single: false })
  return norms.map((named) => ({
    request: named.text,
    async read() {
      if ('error' in named) throw errorOf(named.error)
      return named
    },
  }))
}

/** The norm of a designation with its law. @throws LegalTextError if there is not exactly one */
async function readDesignated(corpus: Corpus, text: string): Promise<NamedNorm> {
  const { norms } = await (await designationReader()).run(corpus, { q: text, single: true })
  return norms[0] as NamedNorm
}

/** The requests of a text, one a line; empty lines are none. */
export async function* lineRequests(corpus: Corpus, source: AsyncIterable<Buffer>): AsyncGenerator<NormRequest> {
  for await (const request of readLines(source, LONGEST_LINE + 1)) {
    if (request.trim() !== '') yield { request, read: () => readLine(corpus, request) }
  }
}

/** Reads `CODE NORM`, with a tab or blanks between, or a designation with its law. */
async function readLine(corpus: Corpus, text: string): Promise<Pick<NamedNorm, 'code' | 'norm' | 'note'>> {
  if (text.length > LONGEST_LINE) {
    throw new LegalTextError('invalid_input', `the request is longer than ${LONGEST_LINE} characters`)
  }
  const [, code = '', norm = ''] = /^\s*([^\t]+)\t\s*(\S.*)$/.exec(text) ?? /^\s*(\S+)\s+(\S.*)$/.exec(text) ?? []
  if (norm !== '' && (text.includes('\t') || (await corpus.findLaws(code)).length > 0)) return { code, norm }
  try {
    return await readDesignated(corpus, text)
  } catch (error) {
    // Of an unknown law the laws that are called nearly so are told.
    if (error instanceof LegalTextError && readDesignation(norm) !== undefined && !LOOSE.test(code))
      return { code, norm }
    throw error
  }
}

/** The answer to one request. @throws LegalTextError where there is none */
export async function answerRequest(corpus: Corpus, { request, read }: NormRequest): Promise<unknown> {
  const { note, ...named } = await read()
  const answer = await norm.run(corpus, parseInput(norm, { code: named.code, norm: named.norm }))
  return note === undefined
    ? answer
    : { ...answer, resolution: { requested: request, by: 'approximation', message: note } }
}

interface AnswerOptions {
  requests: Iterable<NormRequest> | AsyncIterable<NormRequest>
  form: Form
  pager: boolean
}

/** Writes the answers in a form, each as soon as it is there. The exit code is set to that of the first error. */
export async function answerRequests(corpus: Corpus, { requests, form, pager }: AnswerOptions): Promise<void> {
  const answers = answersOf(corpus, requests, isJson(form))
  if (isJson(form)) return writeRendered(jsonLines(answers), true)
  if (form === 'page') return writePages(normsOf(answers), await normPresenter(corpus), { pager })
  const { render } = await import('../../formats/render.ts')
  const parts = async function* () {
    for await (const answer of normsOf(answers)) yield `${await render(norm, form, answer)}\n`
  }
  await writeRendered(parts(), false)
}

interface Answered {
  request: string
  /** What the operation has answered, or a LegalTextError. */
  answer: unknown
}

/** @param inAnswers whether errors are among the answers, or told on stderr */
async function* answersOf(
  corpus: Corpus,
  requests: AnswerOptions['requests'],
  inAnswers: boolean,
): AsyncGenerator<Answered> {
  for await (const request of requests) {
    try {
      yield { request: request.request, answer: await answerRequest(corpus, request) }
    } catch (error) {
      if (!(error instanceof LegalTextError)) throw error
      process.exitCode ||= exitCode(error)
      if (inAnswers) yield { request: request.request, answer: error }
      else await writeError({ ...errorBody(error), message: `${request.request}: ${error.message}` })
    }
  }
}

async function* normsOf(answers: AsyncIterable<Answered>): AsyncGenerator<unknown> {
  for await (const { answer } of answers) if (!(answer instanceof LegalTextError)) yield answer
}

async function* jsonLines(answers: AsyncIterable<Answered>): AsyncGenerator<string> {
  for await (const { request, answer } of answers) {
    yield `${toJson(answer instanceof LegalTextError ? { ...errorBody(answer), request } : answer)}\n`
  }
}

/** The page of a norm, for which its law and what it cites are read, too. */
export async function normPresenter(corpus: Corpus): Promise<Presenter<unknown>> {
  const { normPage } = await import('../../terminal/pages/norm-page.ts')
  return Object.assign((answer: unknown, screen: Screen) => normPage(corpus, answer, screen), { sanitizes: true })
}

/**
 * Reads lines as they come. A line feed ends a line, and so does a carriage return in front of one; the end of the text
 * ends the last one.
 * @param longest of a longer line only so many characters are given, that memory has a limit whatever is read
 */
export async function* readLines(source: AsyncIterable<Buffer>, longest: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let line = ''
  for await (const chunk of source) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    line = (line + first).slice(0, longest)
    for (const next of others) {
      yield withoutReturn(line)
      line = next.slice(0, longest)
    }
  }
  line += decoder.decode()
  if (line !== '') yield withoutReturn(line)
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line)
