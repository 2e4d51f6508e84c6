/** Findings to ignore: those of an ignore file, and those of a baseline, which also records the cited wordings. */

import { existsSync, statSync } from 'node:fs'
import * as z from 'zod'
import { foldName } from '../../citation/laws/law-names.ts'
import { writeFileAtomic } from '../../files/write-atomic.ts'
import { say } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { systemReason } from '../../program/system-error.ts'
import type { Finding } from '../../resolve/check-text.ts'
import { LegalTextError } from '../../util/errors.ts'
import { MAX_TEXT_BYTES, readBytes, readText } from '../read-text.ts'
import { citationKey, KnownWordings, nameBeside, storedText, WORDINGS } from './known-wordings.ts'

const IGNORE_FILE = '.legal-text-ignore'

/** The entries of an ignore file, one a line; `#` at the beginning of a line or after a space begins a comment. */
export function ignoreEntries(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
}

/**
 * Reads the entries of an ignore file.
 * @param file Default: `.legal-text-ignore` in the working directory, if it exists.
 * @throws LegalTextError `invalid_input` if it cannot be read
 */
export async function readIgnoreFile(file: string | undefined): Promise<string[]> {
  if (file !== undefined) return ignoreEntries(await readText(file))
  return existsSync(IGNORE_FILE) ? ignoreEntries(await readText(IGNORE_FILE)) : []
}

/**
 * @param entries names and codes of laws, or citations as in the text
 * @returns a predicate for findings to ignore
 */
export async function ignoring(corpus: Corpus, entries: readonly string[]): Promise<(finding: Finding) => boolean> {
  const names = new Set(entries.map(foldName))
  const citations = new Set(entries.map(citationKey))
  const codes = new Set<string>()
  for (const entry of entries) for (const { code } of await corpus.findLaws(entry)) codes.add(code)
  return ({ code, abbreviation, text }) =>
    (code !== null && codes.has(code)) ||
    (abbreviation !== null && names.has(foldName(abbreviation))) ||
    citations.has(citationKey(text))
}

const VERSION = 1

/** Findings without their lines, which change with every edit, and the number of their occurrences in the file; and wordings. */
const STORED = z.object({
  findings: z.array(
    z.object({
      /** Relative to the folder of the baseline, with `/`; `-` for standard input. */
      file: z.string(),
      text: z.string(),
      status: z.string(),
      class: z.string(),
      code: z.string().nullable(),
      norm: z.string().nullable(),
      subdivision: z.string().nullable(),
      count: z.int().min(1),
    }),
  ),
  wordings: WORDINGS,
})
type Entry = z.output<typeof STORED>['findings'][number]

export class Baseline {
  readonly #file: string
  readonly #known = new Map<string, number>()
  readonly #seen = new Map<string, Entry>()
  /** The wordings of the cited parts. */
  readonly wordings: KnownWordings

  private constructor(file: string) {
    this.#file = file
    this.wordings = new KnownWordings(file)
  }

  static empty(file: string): Baseline {
    return new Baseline(file)
  }

  /** @throws LegalTextError `invalid_input` if the file is missing or is not a baseline */
  static async read(file: string): Promise<Baseline> {
    if (!existsSync(file)) throw refused(say`there is no baseline ${file}; write it with --update-baseline`)
    const baseline = new Baseline(file)
    const { findings, wordings } = parse(file, (await readBytes(file, MAX_TEXT_BYTES)).toString('utf8'))
    for (const entry of findings) {
      const key = keyOf(entry)
      baseline.#known.set(key, (baseline.#known.get(key) ?? 0) + entry.count)
    }
    baseline.wordings.addAll(wordings)
    return baseline
  }

  /** Adds a finding. Returns true if the baseline has it; of equal findings, only as many are known as it has. */
  record(file: string, finding: Finding): boolean {
    const { text, status, class: verdict, code, norm, subdivision } = finding
    const shown = text.replace(/\s+/g, ' ')
    const entry = {
      file: nameBeside(this.#file, file),
      text: shown,
      status,
      class: verdict,
      code,
      norm,
      subdivision,
      count: 1,
    }
    const key = keyOf(entry)
    const seen = this.#seen.get(key)
    if (seen === undefined) this.#seen.set(key, entry)
    else seen.count++
    return (seen?.count ?? 1) <= (this.#known.get(key) ?? 0)
  }

  /** Writes the recorded findings atomically. @returns their number */
  write(): number {
    const target = statSync(this.#file, { throwIfNoEntry: false })
    // Writing replaces the file, which must not be a device.
    if (target !== undefined && !target.isFile())
      throw refused(say`cannot write baseline ${this.#file}: it is not a file`)
    const findings = [...this.#seen.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    try {
      writeFileAtomic(this.#file, storedText(VERSION, { findings, wordings: this.wordings.items() }))
    } catch (error) {
      throw refused(say`cannot write baseline ${this.#file}: ${systemReason(error)}`, error)
    }
    return findings.reduce((sum, { count }) => sum + count, 0)
  }
}

function keyOf({ file, text, status, class: verdict, code, norm, subdivision }: Entry): string {
  return JSON.stringify([file, citationKey(text), status, verdict, code, norm, subdivision])
}

function parse(file: string, text: string): z.output<typeof STORED> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw refused(say`${file} is not a baseline: ${(error as Error).message}`, error)
  }
  const { version, findings, wordings = [] } = Object(content) as Record<string, unknown>
  if (version !== VERSION)
    throw refused(say`${file} is not a baseline of version ${VERSION}; rewrite it with --update-baseline`)
  const known = STORED.safeParse({ findings, wordings })
  if (!known.success) throw refused(say`${file} is a damaged baseline; rewrite it with --update-baseline`)
  return known.data
}

function refused(message: string, cause?: unknown): LegalTextError {
  return new LegalTextError('invalid_input', message, { issues: [{ path: 'baseline', message }] }, { cause })
}
