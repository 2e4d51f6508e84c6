/** What commands write to stdout: an answer as JSON, or as a page. */
import { once } from 'node:events'
import type { Presenter } from '../../terminal/presenter.ts'

/**
 * Writes one JSON document and a line feed. On a terminal, DEL and C1 control characters, which JSON allows in
 * strings, are written as escapes; the document stays the same.
 */
export function writeJson(value: unknown): void {
  process.stdout.write(`${toJson(value)}\n`)
}

/** One JSON document, as {@link writeJson} writes it. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value)
  return process.stdout.isTTY ? json.replace(/[\u007f-\u009f]/g, escapeCharacter) : json
}

/** Characters that are written at once. */
const PART = 65_536

/** Writes lines, no faster than they are read. */
export async function writeLines(lines: AsyncIterable<string>): Promise<void> {
  let part = ''
  for await (const line of lines) {
    part += `${line}\n`
    if (part.length < PART) continue
    if (!process.stdout.write(part)) await once(process.stdout, 'drain')
    part = ''
  }
  process.stdout.write(part)
}

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Writes what the presenter makes of an answer, every text of which is cleaned of control characters first. */
export async function writeText<Answer>(answer: Answer, present: Presenter<Answer>): Promise<void> {
  const [{ clean }, { screenOf }] = await Promise.all([
    import('../../terminal/clean.ts'),
    import('../../terminal/screen.ts'),
  ])
  process.stdout.write(`${await present(clean(answer), screenOf(process.stdout, process.env))}\n`)
}
