/** What commands write to stdout: an answer as JSON, in another format, or as a page. */
import type { ErrorBody } from '../../errors.ts'
import type { Presenter, Screen } from '../../terminal/screen.ts'
import { writeStdout } from '../../terminal/stdout.ts'
import type { Given } from './description.ts'

/**
 * Writes one JSON document and a line feed. On a terminal, characters that could command it, which JSON allows in
 * strings, are written as escapes; the document stays the same.
 */
export function writeJson(value: unknown): void {
  process.stdout.write(`${toJson(value)}\n`)
}

/** One JSON document, as {@link writeJson} writes it. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value)
  return process.stdout.isTTY ? escaped(json) : json
}

/** Control characters that JSON allows in strings, separators of lines, and what turns the direction of writing. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

const escaped = (json: string) => json.replace(UNSAFE, escapeCharacter)
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Writes text of a format, no faster than it is read; on a terminal without control characters.
 * @param isJson whether it is JSON, in which these are escaped
 */
export async function writeRendered(parts: AsyncIterable<string> | readonly string[], isJson: boolean): Promise<void> {
  const { sanitizeText } = await import('../../terminal/sanitize.ts')
  let last = '\n'
  for await (const part of parts) {
    await writeStdout(process.stdout.isTTY ? (isJson ? escaped(part) : sanitizeText(part)) : part)
    last = part || last
  }
  if (!last.endsWith('\n')) await writeStdout('\n')
}

/** Characters that are written at once. */
const CHUNK_LENGTH = 65_536

/** Writes lines, no faster than they are read. */
export async function writeLines(lines: AsyncIterable<string>): Promise<void> {
  let part = ''
  for await (const line of lines) {
    part += `${line}\n`
    if (part.length < CHUNK_LENGTH) continue
    await writeStdout(part)
    part = ''
  }
  await writeStdout(part)
}

export interface PageOptions {
  /** Whether it is to be the same wherever it is shown: no colours, no links. */
  plain?: boolean
  /** Whether a pager may show it. */
  pager?: boolean
}

/** Writes what the presenter makes of an answer, every text of which is cleaned of control characters. */
export async function writePage<Answer>(
  answer: Answer,
  present: Presenter<Answer>,
  options: PageOptions = {},
): Promise<void> {
  await writePages([answer], present, options)
}

/** The same of several answers, one below the other, each shown as soon as it is drawn. */
export async function writePages<Answer>(
  answers: AsyncIterable<Answer> | Iterable<Answer>,
  present: Presenter<Answer>,
  options: PageOptions,
): Promise<void> {
  const [{ sanitize }, { partsOf }] = await Promise.all([
    import('../../terminal/sanitize.ts'),
    import('../../terminal/screen.ts'),
  ])
  await writeDrawn(async function* (screen) {
    let isFirst = true
    for await (const answer of answers) {
      if (!isFirst) yield `\n${'─'.repeat(Math.min(screen.width, 80))}\n\n`
      yield* partsOf(present(present.sanitizes ? answer : sanitize(answer), screen))
      yield '\n'
      isFirst = false
    }
  }, options)
}

/** Writes what is drawn for the screen, as soon as it is there. */
export async function writeDrawn(
  draw: (screen: Screen) => AsyncIterable<string>,
  { plain = false, pager = false }: PageOptions,
): Promise<void> {
  const [{ screenOf }, { showPages }] = await Promise.all([
    import('../../terminal/screen.ts'),
    import('../../terminal/pager.ts'),
  ])
  const screen = { ...screenOf(process.stdout, process.env), ...(plain && { colour: false, links: false }) }
  await showPages(draw(screen), { pager: pager && !plain })
}

/** Tells an error on stderr, cleaned of control characters. */
export async function writeError(body: ErrorBody): Promise<void> {
  const [{ sanitize }, { errorMessage }, { screenOf }] = await Promise.all([
    import('../../terminal/sanitize.ts'),
    import('../../terminal/pages/error-page.ts'),
    import('../../terminal/screen.ts'),
  ])
  process.stderr.write(`${errorMessage(sanitize(body), screenOf(process.stderr, process.env))}\n`)
}

/**
 * Writes what came of a command that answers from no corpus: as JSON with --json, else as a page.
 * @param page loads the presenter
 */
export async function showReport<Report>(
  given: Given,
  report: Report,
  page: () => Promise<Presenter<Report>>,
): Promise<void> {
  if (given.has('json')) writeJson(report)
  else await writePage(report, await page())
}
