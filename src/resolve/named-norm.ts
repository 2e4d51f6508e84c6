/** Norms that are named together with their law, in one text. */
import { readDesignation } from '../citation/grammar/read-designation.ts'
import { editionAfter } from '../citation/text/editions.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import type { DesignatedNorm } from '../search/index.ts'
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
export async function readNamedNorm(corpus: Corpus, text: string): Promise<NamedNorm> {
  const [named, ...more] = await readNamedNorms(corpus, text)
  if (more.length > 0) throw notOneNorm(text, `names ${more.length + 1} norms`)
  if (named === undefined) throw notOneNorm(text, 'names no norm')
  if (named instanceof LegalTextError) throw named
  return named
}

/**
 * Reads the designations of a text that has nothing but these: `§§ 433, 434 BGB`, `Art. 2 Abs. 1 i. V. m. Art. 1 GG`.
 * @returns a norm for each, in their order, or why it means none
 * @throws LegalTextError `invalid_input` where it names none, none with a law, or has words behind it that are not read
 */
export async function readNamedNorms(corpus: Corpus, text: string): Promise<(NamedNorm | LegalTextError)[]> {
  const citations = await resolveCitations(corpus, text, { notesEffect: false })
  if (citations.length === 0) {
    const split = await splitAtLaw(corpus, text)
    if (split === undefined) throw notOneNorm(text, 'names no norm')
    return [{ text, ...split }]
  }
  if (citations.every(({ message }) => message === NO_LAW)) throw notOneNorm(text, 'names no law')
  const unread = unreadOf(text, citations)
  return citations.map((citation) => namedNorm(citation, unread))
}

function notOneNorm(text: string, found: string): LegalTextError {
  return new LegalTextError(
    'invalid_input',
    `${JSON.stringify(text)} ${found}; expected one norm with its law, such as "§ 433 Abs. 1 BGB", or CODE NORM`,
  )
}

/** What parts of norms begin with. */
const PART = /^(?:\(?\d|(?:Abs|Absatz|S|Satz|Nr|Nummer|Buchst|Buchstabe|lit|Hs|Halbs|Halbsatz|Alt|Alternative)\b)/i
/** What may stand behind a designation and its law, beside an edition, which has a note of its own. */
const PUNCTUATION = /^[\s.,;:!?)\]]*$/

/**
 * The words behind the last citation, which are not read.
 * @throws LegalTextError `invalid_input` where they name a part of it
 */
function unreadOf(text: string, citations: readonly Citation[]): string | undefined {
  const end = Math.max(...citations.map((citation) => citation.end))
  const rest = text.slice(editionAfter(text, end, true)?.end ?? end)
  if (PUNCTUATION.test(rest)) return undefined
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

/*FILEDOC Norms that a search query designates: `§ 433 BGB`, `bgb 242`, `Art. 5 GG`. */

/** What stands in quotation marks is looked for as it is written. */
const QUOTED = /"[^"]*"|„[^“”"]*[“”"]|»[^«]*«/gu

/** The norms that a query designates, in its order; of a designation that fits several norms, all of them. */
export async function designatedNorms(corpus: Corpus, query: string): Promise<DesignatedNorm[]> {
  const citations = await resolveCitations(corpus, query.replace(QUOTED, ' '), { wording: false, suggestions: false })
  return citations.flatMap(({ code, norm, candidates = [] }) => {
    if (code !== null && norm !== null) return [{ code, norm }]
    return candidates.flatMap((candidate) => {
      const [law, path] = [candidate.code ?? code, candidate.norm]
      return law === null || law === undefined || path === undefined ? [] : [{ code: law, norm: path }]
    })
  })
}
