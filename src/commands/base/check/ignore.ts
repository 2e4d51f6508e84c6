/** Which citations are not to be checked: those of laws that are named, and single ones. */
import { foldName } from '../../../citation/law-name.ts'
import type { Corpus } from '../../../corpus/corpus.ts'
import type { Finding } from '../../../resolve/check-text.ts'
import { readText } from '../read-text.ts'

/** The file that is read where it exists and no other is named. */
export const IGNORE_FILE = '.legal-text-ignore'

/** Returns the entries of an ignore file: one a line; `#` at its beginning, or after a space, begins a comment. */
export function ignoreEntries(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
}

/**
 * Reads the entries of a file.
 * @param file that is named; without one {@link IGNORE_FILE} in the working directory, if it exists
 * @throws LegalTextError `invalid_input` where it cannot be read
 */
export async function readIgnoreFile(file: string | undefined): Promise<string[]> {
  if (file !== undefined) return ignoreEntries(await readText(file))
  const { existsSync } = await import('node:fs')
  return existsSync(IGNORE_FILE) ? ignoreEntries(await readText(IGNORE_FILE)) : []
}

/** The words of a citation as they are compared: without what line breaks and no-break spaces change. */
export function citationKey(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(§|\bArt\.) (?=\d)/g, '$1')
    .trim()
    .toLowerCase()
}

/**
 * @param entries names and codes of laws, or citations as they stand in the text
 * @returns whether a finding is to be ignored. Names are compared as those of laws are everywhere.
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
