/** Reads words that name norms: a law and norms of it, or designations with their laws. */

import { readDesignation, readDesignations, withWords } from '../citation/grammar/read-designation.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { LegalTextError, legalTextError } from '../util/errors.ts'
import type { NamedNorm } from './named-norm.ts'

/** Norms of one law, or designations with their laws. */
export type NamedNorms = NormsOfLaw | { designations: readonly string[] }

interface NormsOfLaw {
  law: string
  norms: readonly string[]
}

/** A word of an unquoted designation on a command line: `norm bgb § 433 Abs. 2`. */
const UNQUOTED =
  /^(?:§§?|art\.?|artikel|abs\.?|absatz|s\.|satz|nr\.?|nummer|buchst\.?|lit\.?|anlage|anhang|erwägungsgrund|u(?:nter)?abs\.?|articles?|annexe?s?|recitals?|points?|bis|und|u\.|ff?\.?|[-–,]|\/\d.*|\/|.*\d[a-z]{0,2}[,/])$/i
/** The beginning of a designation. Neither a law's name nor a CELEX number as a law's code matches. */
const DESIGNATION =
  /^\s*(?:§|\d(?!\d{4}[a-z]{1,2}\d{4}(?![a-z\d]))|art(?:ikel|icles?)?\b|anlage\b|anhang\b|annexe?s?\b|recitals?\b|erwägungsgrund\b)/i

/** True for a word that can only be part of a designation, not a law: `§`, `Abs.` */
export const isUnquoted = (word: string) => UNQUOTED.test(word)

/** True for a word such as `§433` or `Art.`, which begins a designation that further words continue. */
export const beginsDesignation = (word: string) => DESIGNATION.test(word)

/**
 * Reads words that may be parts of an unquoted designation: `msgb 1 2`, `§ 433 BGB`, `433 Abs. 1 BGB`,
 * `Bürgerliches Gesetzbuch 433`. If the first word is a law, the others may be norms.
 */
export async function readNormArguments(corpus: Corpus, words: readonly string[]): Promise<NamedNorms> {
  const [first = '', ...others] = words
  if (others.length === 0) return { designations: [first] }
  const ofFirst = await normsOf(corpus, first, others)
  if (!isUnquoted(first) && (await areNormsOfLaw(corpus, ofFirst))) return ofFirst
  const joined = words.join(' ')
  const isQuoted = words.some((word) => /\s/.test(word))
  for (const designations of isQuoted ? [words, [joined]] : [[joined], words]) {
    if (await areDesignations(corpus, designations)) return { designations }
  }
  for (let at = 1; at < words.length; at++) {
    const [front, back] = [words.slice(0, at), words.slice(at)]
    for (const [law, norms] of [
      [front, back],
      [back, front],
    ] as const) {
      const choice = await normsOf(corpus, law.join(' '), norms)
      if (await areNormsOfLaw(corpus, choice)) return choice
    }
  }
  // `433 XYZ`: the law is missing.
  const known = /^\d/.test(first) && !isQuoted ? words.findLastIndex((word) => /\d/.test(word)) + 1 : words.length
  if (known < words.length) return normsOf(corpus, words.slice(known).join(' '), words.slice(0, known))
  if (beginsDesignation(first)) return { designations: isQuoted && !isUnquoted(first) ? words : [joined] }
  return ofFirst
}

/** The norms of a law that words name: one each, unless one of them is only part of a designation (`823 1`). */
async function normsOf(corpus: Corpus, name: string, words: readonly string[]): Promise<NormsOfLaw> {
  const joined = words.join(' ')
  const isOne = words.length > 1 && (words.some(isUnquoted) || (await isPart(corpus, name, joined)))
  return { law: name, norms: isOne ? [joined] : words }
}

/** True for numbers that name a part of a norm without words: `823 1`, but not `18 14` if § 18 has no Abs. 14. */
async function isPart(corpus: Corpus, name: string, text: string): Promise<boolean> {
  const [law] = withWords(text) === undefined ? [] : await corpus.findLaws(name)
  if (law === undefined) return false
  const [{ resolveNorm }, { selectSubdivision }] = await Promise.all([
    import('./resolve-norm.ts'),
    import('./select-subdivision.ts'),
  ])
  const found = await resolveNorm(corpus, law, text)
    .then(({ norm, subdivision }) => selectSubdivision(norm, subdivision))
    .catch(legalTextError)
  return found !== null && !(found instanceof LegalTextError)
}

async function areNormsOfLaw(corpus: Corpus, { law, norms }: NormsOfLaw): Promise<boolean> {
  const others = norms.filter((norm) => readDesignation(norm) === undefined && readDesignations(norm).length === 0)
  return (await areOfActs(others)) && (await corpus.findLaws(law)).length > 0
}

/** True if texts are designations in the form of English and French acts: `Article 6(1)`, `Recital 47`. */
async function areOfActs(texts: readonly string[]): Promise<boolean> {
  if (texts.length === 0) return true
  const { readActDesignation } = await import('../citation/union/act-designations.ts')
  return texts.every((text) => readActDesignation(text) !== undefined)
}

/** True if each text consists only of designations with their laws. */
async function areDesignations(corpus: Corpus, texts: readonly string[]): Promise<boolean> {
  const { readNamedNorms } = await import('./named-norm.ts')
  for (const text of texts) {
    const named = await readNamedNorms(corpus, text).catch(legalTextError)
    if (named instanceof LegalTextError) return false
    const found = named.flatMap((each) => (each instanceof LegalTextError ? [] : [each]))
    const isWhole =
      text.trimStart().startsWith(found[0]?.text ?? '') && text.trimEnd().endsWith(found.at(-1)?.text ?? '')
    if (named.length === 0 || !isWhole || (found.length === 0 && !beginsDesignation(text))) return false
  }
  return true
}

/**
 * The one norm that words name.
 * @throws LegalTextError `invalid_input` with their number if they name several
 */
export async function readOneNorm(
  corpus: Corpus,
  words: readonly string[],
): Promise<Pick<NamedNorm, 'code' | 'norm' | 'note'>> {
  const named = await readNormArguments(corpus, words)
  const requests = 'law' in named ? named.norms : named.designations
  const [request = ''] = requests
  if (requests.length > 1) {
    const message = say`${words.join(' ')} names ${requests.length} norms; this command takes one at a time`
    throw new LegalTextError('invalid_input', message)
  }
  if ('law' in named) {
    const note = await noteOn(corpus, named.law, request)
    return { code: named.law, norm: request, ...(note !== undefined && { note }) }
  }
  const { readNamedNorm } = await import('./named-norm.ts')
  const { code, norm, note } = await readNamedNorm(corpus, request)
  return { code, norm, ...(note !== undefined && { note }) }
}

/** Note on words after a norm that a path cannot express: `§ 433 ff.` */
async function noteOn(corpus: Corpus, code: string, request: string): Promise<string | undefined> {
  const designation = readDesignation(request)
  const [law, ...others] = designation === undefined ? [] : await corpus.findLaws(code)
  if (designation === undefined || law === undefined || others.length > 0) return undefined
  const { listedNorms } = await import('./listed-norms.ts')
  const [only, ...more] = await listedNorms(corpus, law, request)
  if (only === undefined) return (await import('./omission.ts')).noteOnOmission(corpus, designation)
  return more.length > 0 || only instanceof LegalTextError ? undefined : only.note
}
