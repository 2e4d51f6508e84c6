/** Norms that are named together with their law, in one text. */
import { editionAfter } from '../citation/edition.ts'
import { readDesignation } from '../citation/read-designation.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { type Citation, withNote } from './citation.ts'
import { NO_LAW, resolveCitations } from './resolve-citations.ts'

export interface NamedNorm {
  /** The words that name it. */
  text: string
  code: string
  norm: string
  /** What is named beside or within it, and not given. */
  note?: string
}

/**
 * Reads one designation with the name of its law: `§ 433 Abs. 1 BGB`, `Präambel GG`, `bgb par:433/abs:1`.
 * @throws LegalTextError `invalid_input` where the text is not exactly one, else as the citation fails.
 */
export async function normOfDesignation(corpus: Corpus, text: string): Promise<NamedNorm> {
  const [named, ...more] = await normsOfDesignation(corpus, text)
  if (more.length > 0) throw notOne(text, `names ${more.length + 1} norms`)
  if (named === undefined) throw notOne(text, 'names no norm')
  if (named instanceof LegalTextError) throw named
  return named
}

/**
 * Reads the designations of a text that has nothing but these: `§§ 433, 434 BGB`, `Art. 2 Abs. 1 i. V. m. Art. 1 GG`.
 * @returns a norm for each, in their order, or why it means none
 * @throws LegalTextError `invalid_input` where it names none, none with a law, or has words behind it that are not read
 */
export async function normsOfDesignation(corpus: Corpus, text: string): Promise<(NamedNorm | LegalTextError)[]> {
  const citations = await resolveCitations(corpus, text, { notesEffect: false })
  if (citations.length === 0) {
    const split = await splitAtLaw(corpus, text)
    if (split === undefined) throw notOne(text, 'names no norm')
    return [{ text, ...split }]
  }
  if (citations.every(({ message }) => message === NO_LAW)) throw notOne(text, 'names no law')
  const unread = unreadOf(text, citations)
  return citations.map((citation) => namedNorm(citation, unread))
}

function notOne(text: string, found: string): LegalTextError {
  return new LegalTextError(
    'invalid_input',
    `${JSON.stringify(text)} ${found}; expected one norm with its law, such as "§ 433 Abs. 1 BGB", or CODE NORM`,
  )
}

/** What parts of norms begin with. */
const PART = /^(?:\(?\d|(?:Abs|Absatz|S|Satz|Nr|Nummer|Buchst|Buchstabe|lit|Hs|Halbs|Halbsatz|Alt|Alternative)\b)/i
/** What may stand behind a designation and its law, beside an edition, which has a note of its own. */
const HARMLESS = /^[\s.,;:!?)\]]*$/

/**
 * The words behind the last citation, which are not read.
 * @throws LegalTextError `invalid_input` where they name a part of it
 */
function unreadOf(text: string, citations: readonly Citation[]): string | undefined {
  const end = Math.max(...citations.map((citation) => citation.end))
  const rest = text.slice(editionAfter(text, end, true)?.end ?? end)
  if (HARMLESS.test(rest)) return undefined
  const words = rest.trim()
  if (!PART.test(words)) return words
  const message = `${JSON.stringify(words)} behind the law is not read; it belongs in front of it, as in "§ 433 Abs. 1 BGB"`
  throw new LegalTextError('invalid_input', message)
}

function namedNorm(citation: Citation, unread: string | undefined): NamedNorm | LegalTextError {
  const { text, code, norm, subdivision, status, message, candidates, suggestions } = citation
  if (code !== null && norm !== null && status !== 'out_of_range' && status !== 'ambiguous') {
    const note = unread === undefined ? message : withNote(message, `${JSON.stringify(unread)} is not read`)
    return {
      text,
      code,
      norm: subdivision === null ? norm : `${norm}/${subdivision}`,
      ...(note && { note }),
    }
  }
  return new LegalTextError(status === 'ambiguous' ? 'ambiguous' : 'not_found', message ?? `${text} was not found`, {
    ...(code !== null && { code }),
    ...(candidates && { candidates }),
    ...(suggestions && { suggestions }),
  })
}

/** Designations that are no citations in running text, in front of the name of a law or behind it. */
async function splitAtLaw(corpus: Corpus, text: string): Promise<{ code: string; norm: string } | undefined> {
  const words = text.trim().split(/\s+/)
  for (let at = 1; at < words.length; at++) {
    const [front, back] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    for (const [code, norm] of [
      [front, back],
      [back, front],
    ] as const) {
      if (readDesignation(norm) !== undefined && (await corpus.findLaws(code)).length > 0) return { code, norm }
    }
  }
  return undefined
}
