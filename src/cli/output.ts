/** Output of commands: JSON, text of other formats, pages, errors and notes. */

import { t, translated } from '../i18n/texts.ts'
import type { ErrorBody } from '../util/errors.ts'
import type { Presenter, Screen } from './terminal/screen.ts'
import { writeStdout } from './terminal/stdout.ts'

/**
 * Writes one JSON document and a line feed. On a terminal, control characters, which JSON allows in strings, are escaped without
 * changing the document.
 */
export function writeJson(value: unknown): void {
  process.stdout.write(`${toJson(value)}\n`)
}

/** A JSON document as {@link writeJson} writes it. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value)
  return process.stdout.isTTY ? escaped(json) : json
}

/** Control characters that JSON allows in strings, line separators, and controls of the writing direction. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

const escaped = (json: string) => json.replace(UNSAFE, escapeCharacter)
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Writes text with backpressure. On a terminal control characters are removed.
 * @param isJson true to escape them instead
 */
export async function writeRendered(parts: AsyncIterable<string> | readonly string[], isJson: boolean): Promise<void> {
  const { sanitizeText } = await import('./terminal/sanitize.ts')
  let last = '\n'
  for await (const part of parts) {
    await writeStdout(process.stdout.isTTY ? (isJson ? escaped(part) : sanitizeText(part)) : part)
    last = part || last
  }
  if (!last.endsWith('\n')) await writeStdout('\n')
}

/** Characters per write. */
const CHUNK_LENGTH = 65_536

/** Writes lines with backpressure. */
export async function writeLines(lines: AsyncIterable<string>): Promise<void> {
  let part = ''
  try {
    for await (const line of lines) {
      part += `${line}\n`
      if (part.length < CHUNK_LENGTH) continue
      await writeStdout(part)
      part = ''
    }
  } finally {
    // Flush before an error, which must not lose lines.
    await writeStdout(part)
  }
}

export interface PageOptions {
  /** True for neither colours nor links, whatever the terminal supports. */
  plain?: boolean
  /** True if a pager may show it. */
  pager?: boolean
}

/** Writes an answer as a page, without the control characters of its texts. */
export async function writePage<Answer>(
  answer: Answer,
  present: Presenter<Answer>,
  options: PageOptions = {},
): Promise<void> {
  await writePages([answer], present, options)
}

/** Writes several answers as pages, each as soon as it is ready. */
export async function writePages<Answer>(
  answers: AsyncIterable<Answer> | Iterable<Answer>,
  present: Presenter<Answer>,
  options: PageOptions,
): Promise<void> {
  const [{ sanitize }, { partsOf }] = await Promise.all([
    import('./terminal/sanitize.ts'),
    import('./terminal/screen.ts'),
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

/** Writes the parts of a page as they are drawn. */
export async function writeDrawn(
  draw: (screen: Screen) => AsyncIterable<string>,
  { plain = false, pager = false }: PageOptions,
): Promise<void> {
  const [{ screenOf }, { showPages }] = await Promise.all([
    import('./terminal/screen.ts'),
    import('./terminal/pager.ts'),
  ])
  const screen = { ...screenOf(process.stdout, process.env), ...(plain && { colour: false, links: false }) }
  await showPages(draw(screen), { pager: pager && !plain })
}

/**
 * Writes an error to stderr, without control characters.
 * @param dataset the name of the queried dataset, for errors about missing things
 */
export async function writeError(body: ErrorBody, dataset?: string): Promise<void> {
  const [{ sanitize }, { errorMessage }, { screenOf }] = await Promise.all([
    import('./terminal/sanitize.ts'),
    import('./terminal/pages/error-page.ts'),
    import('./terminal/screen.ts'),
  ])
  process.stderr.write(`${errorMessage(sanitize({ ...body, dataset }), screenOf(process.stderr, process.env))}\n`)
}

/**
 * Writes the report of a command: as JSON with --json, else as a page.
 * @param page loads the presenter
 */
export async function writeReport<Report>(
  { json }: { json?: boolean | undefined },
  report: Report,
  page: () => Promise<Presenter<Report>>,
): Promise<void> {
  if (json) writeJson(report)
  else await writePage(report, await page())
}

/** True if only errors are written to stderr. */
let isQuiet = false

/** Suppresses notes and progress on stderr from now on, for --quiet. */
export function quieten(): void {
  isQuiet = true
}

/** Writes a note of the program, in English, to stderr in the language of the texts. */
export function writeNotice(text: string): void {
  if (!isQuiet) process.stderr.write(`${t`Note: ${translated(text)}`}\n`)
}

/** The stream for progress: a no-op with --quiet. */
export const progressStream = (): Pick<typeof process.stderr, 'write'> & { isTTY?: boolean; columns?: number } =>
  isQuiet ? { write: () => true } : process.stderr

/** Writes a note to stderr, without control characters. */
export async function writeNote(note: string): Promise<void> {
  if (isQuiet) return
  const { sanitizeText } = await import('./terminal/sanitize.ts')
  process.stderr.write(`${t`Note: ${translated(sanitizeText(note))}`}\n`)
}
