/** Designations in the forms of English and French acts: `Article 6(1), point (f), of Regulation (EU) 2016/679`, `Recital 47`. */
import type { Designation, Qualifier } from '../designation.ts'
import type { Tokens } from '../grammar/tokens.ts'
import type { NameCandidate } from '../laws/chunks.ts'
import { isInGazetteer } from '../laws/out-of-scope.ts'
import type { NormKind, PathElement } from '../norm-path.ts'
import type { FoundDesignation, FoundNorm } from '../text/found-designation.ts'
import { findUnionReferences, type UnionReference } from './find-references.ts'
import { type ActLanguage, type ActLexicon, GERMAN_LAW } from './lexicon.ts'

const LANGUAGES: readonly ActLanguage[] = ['en', 'fr']

/** Words of texts with citations in these forms. `Art. 3(1)(5)` and `Art. 6 para. 1` are not German forms. */
const TELLING =
  /(?<!\p{L})(?:articles?\s|arts\.?\s|annexe?s?\s|rec(?:s|itals?)?\.?\s|considérants?\s|(?:sub)?paragraphe?s?\s|(?:points?|letters?|no\.?)\s|art\.?\s?\d{1,3}[a-z]?(?:\s?\(\d+[a-z]?\)\s?\(|\.\d|,?\s?par(?:a|as|s)?\b|[\d,\s]*\s(?:and|or|et|ou)\s|\s(?:of\s(?:the\s)?)?(?:[a-z]+\s){0,3}(?:regulation|directive|decision)\s))/iu

/**
 * Adds the designations with an act to those read as German ones. A longer one replaces those within it.
 * @param found in the order of the text
 */
export function withActDesignations(tokens: Tokens, found: FoundDesignation[]): FoundDesignation[] {
  const read = (merged: FoundDesignation[], language: ActLanguage | ActLexicon) =>
    merge(
      merged,
      designationsOf(
        findUnionReferences(tokens.text, language, tokens).filter((each) => !isInGerman(each, tokens.text)),
        tokens.text,
      ),
    )
  const ofActs = TELLING.test(tokens.text) ? LANGUAGES.reduce(read, found) : found
  return ENGLISH.test(tokens.text) ? read(ofActs, GERMAN_LAW) : ofActs
}

/** True for `§ 433 BGB`, which the German grammar reads. */
const isInGerman = ({ isGerman, isListed, start, end }: UnionReference, text: string) =>
  isGerman &&
  !isListed &&
  /^(?:§|Arts?\b)(?!.*\b(?:of|German|Act|Code|Law|sentence|section)\b)/su.test(text.slice(start, end))

/** Words of English texts that cite German laws. */
const ENGLISH =
  /(?<!\p{L})(?:[Ss]ections?|[Ss]ecs?\.?|ss?\.?)\s?(?:§§?\s)?\d|(?<!\p{L})(?:[Aa]rticles?|[Aa]rts?\.|§)\s?\d[^§\n]{0,80}\sof\sthe\s/u

/** Both in the order of the text. */
function merge(found: FoundDesignation[], ofActs: readonly FoundDesignation[]): FoundDesignation[] {
  const added: FoundDesignation[] = []
  const replaced = new Set<FoundDesignation>()
  let first = 0
  for (const designation of ofActs) {
    const { start, end } = extentOf(designation)
    const isBefore = (other: FoundDesignation | undefined) => other !== undefined && extentOf(other).end <= start
    while (isBefore(found[first])) first++
    // The next one may have its name in front: `Article 6 GDPR Art. 9`.
    let last = first
    while ((found[last]?.start ?? end) < end) last++
    const around = found
      .slice(first, last + 1)
      .filter((other) => extentOf(other).start < end && start < extentOf(other).end)
    if (!around.every((other) => isBetter(designation, other))) continue
    for (const other of around) replaced.add(other)
    added.push(designation)
  }
  return [...found, ...added].filter((each) => !replaced.has(each)).sort((a, b) => a.start - b.start)
}

/** A designation with the name of its law. */
const extentOf = ({ start, end, namesAfter, namesBefore }: FoundDesignation) => ({
  start: Math.min(start, ...namesBefore.map((name) => name.start)),
  end: Math.max(end, ...namesAfter.map((name) => name.end)),
})

/** True if a designation spans more than another, or the same words, which the other reads without a law or as `Art. 6.1`. */
function isBetter(designation: FoundDesignation, other: FoundDesignation): boolean {
  const isBare = other.norms.some(({ readings }) => readings.length > 1)
  if (other.weak && isBare) return true
  // A word before it is not a name if a name follows: `Nach Art. 1 Commission Regulation (EU) 2019/980`.
  const [outer, inner] = [extentOf(designation), extentOf({ ...other, namesBefore: [] })]
  if (inner.start < outer.start || outer.end < inner.end) return false
  const isLonger = outer.end - outer.start > inner.end - inner.start
  const isDotted = other.norms.some(({ readings }) => readings[0]?.at(-1)?.value.includes('.'))
  return isLonger || isDotted || other.namesAfter.length + other.namesBefore.length === 0
}

/** Words between a norm and one of another kind with the act: `Article 6 and recital 47 GDPR`. */
const JOINT = /^,?\s(?:(?:and|or|et|ou|read\swith|in\sconjunction\swith)\s)?(?:of\s|the\s)?$/
const LONGEST_JOINT = 30

/** The designations with an act, possibly named only after a later one, in the order of the text. */
function designationsOf(references: readonly UnionReference[], text: string): FoundDesignation[] {
  const designations: FoundDesignation[] = []
  let next: FoundDesignation | undefined
  for (const [place, reference] of [...references.entries()].reverse()) {
    const joint = next && text.slice(reference.end, Math.min(next.start, reference.end + LONGEST_JOINT + 1))
    const isJoined = joint !== undefined && joint.length <= LONGEST_JOINT && JOINT.test(joint)
    next =
      designationOf(reference, isJoined || (next !== undefined && reference.isListed === true)) ??
      afterAct(reference, references[place - 1], text)
    if (next !== undefined) designations.unshift(next)
  }
  return designations
}

/** Names of acts that consist of words: `GDPR, Article 6`, `Rome I, Art. 4`, `AI Act Annex III`. */
const NAME_BEFORE =
  /(?<![\p{L}\d-])(?:(?:\p{Lu}[\p{L}-]*|and|in|of|on|\d)\s){0,6}(?:\p{Lu}[\p{L}-]*|[IVX]+|\d)(?=,?\s$)/u
const LONGEST_NAME_BEFORE = 80

/** `of this Regulation`, in any language. */
const OF_OWN = /^,?\s(?:of|d[eu]|de[rs]|dieser)(?!\p{L})/u

/** Reads a norm after its act: `Directive 2011/83/EU, Article 16(m)`; a name without a number must be known. */
function afterAct(
  reference: UnionReference,
  before: UnionReference | undefined,
  text: string,
): FoundDesignation | undefined {
  const { act, start, end: last } = reference
  if (act.kind !== 'own' || act.isSaid || reference.isListed || OF_OWN.test(text.slice(last, last + 20)))
    return undefined
  const isAct = before?.readings === undefined && before?.parts.length === 0 && before.act.kind === 'named'
  if (isAct && /^,?\s$/.test(text.slice(before.end, start)))
    return withNameBefore(reference, {
      text: (before.act as { name: string }).name,
      start: before.start,
      end: before.end,
    })
  const from = Math.max(0, start - LONGEST_NAME_BEFORE)
  let [name = ''] = NAME_BEFORE.exec(text.slice(from, start)) ?? []
  const end = start - text.slice(from, start).length + text.slice(from, start).trimEnd().replace(/,$/, '').length
  // `Under the AI Act`: words before the name may be capitalised, too.
  while (name !== '' && !isInGazetteer(name)) name = name.replace(/^\S+\s?/, '')
  return name === '' ? undefined : withNameBefore(reference, { text: name, start: end - name.length, end })
}

function withNameBefore(reference: UnionReference, name: NameCandidate): FoundDesignation | undefined {
  const designation = designationOf({ ...reference, act: { kind: 'same', type: undefined } }, false)
  if (designation === undefined) return undefined
  const { ofSameLaw, ...named } = designation
  return { ...named, namesBefore: [name], abbreviation: name }
}

/** @param isJoined true if it forms a list with the next designation, or only a conjunction separates them */
function designationOf(reference: UnionReference, isJoined: boolean): FoundDesignation | undefined {
  const { readings, to, parts, section, following, isGerman, act, start, end } = reference
  if (readings === undefined) return undefined
  const kind = isGerman ? 'alternative' : 'abschnitt'
  const qualifiers: Qualifier[] = section === undefined ? [] : [{ kind, value: section }]
  const range = { ...(to !== undefined && { to, toStart: start }), ...(following && { following }) }
  const norms = parts.map((subdivision): FoundNorm => ({ readings, ...range, subdivision, qualifiers, start, end }))
  const weak = isGerman === true
  const designation = { norms, start, end, namesAfter: [], namesBefore: [], linkedToNext: false, weak }
  if (act.kind === 'same') return { ...designation, ofSameLaw: act.type ?? '' }
  const hasOwn = reference.isListed || act.kind !== 'own' || act.isSaid
  if (isJoined && (reference.isListed || !hasOwn)) return { ...designation, linkedToNext: true }
  // The law may precede it.
  if (isGerman && act.kind === 'own' && readings[0]?.[0]?.kind === 'par') return designation
  if (act.kind !== 'named' || reference.isListed) return undefined
  const name = { text: act.name, start: end - act.length, end }
  return { ...designation, end: name.start, namesAfter: [name], abbreviation: name }
}

/** Abbreviation of `Erwägungsgrund`, beside an act. */
const RECITAL = /^EG\s(\d{1,3})$/

/** Norms that an act has once, by their lower-case labels. */
const SINGLE = new Map<string, PathElement<NormKind>>([
  ['preamble', { kind: 'preamble', value: '1' }],
  ['préambule', { kind: 'preamble', value: '1' }],
  ['enacting formula', { kind: 'formula', value: 'entry' }],
  ['formule d’adoption', { kind: 'formula', value: 'entry' }],
  ['closing formula', { kind: 'formula', value: 'closing' }],
  ['formule finale', { kind: 'formula', value: 'closing' }],
  ['table of contents', { kind: 'toc', value: '1' }],
  ['table des matières', { kind: 'toc', value: '1' }],
])

/** Reads a whole text as one designation of a norm, without an act: `Article 6(1)(f)`, `Recital 47`, `Preamble`. */
export function readActDesignation(text: string): Designation | undefined {
  const [, recital] = RECITAL.exec(text) ?? []
  const words = text.trim().toLowerCase().replace("'", '’').replace(/\s+/g, ' ')
  const single = recital === undefined ? SINGLE.get(words) : { kind: 'recital' as const, value: recital }
  if (single !== undefined) return { norm: [[single]], subdivision: [], qualifiers: [] }
  for (const language of LANGUAGES) {
    const [reference, ...others] = findUnionReferences(text, language)
    if (reference === undefined || others.length > 0 || reference.act.kind !== 'own') continue
    const { readings, to, parts, start, end } = reference
    const [subdivision, ...further] = parts
    const isWhole = text.slice(0, start).trim() === '' && text.slice(end).trim() === ''
    if (!isWhole || readings === undefined || subdivision === undefined || further.length > 0 || to !== undefined)
      continue
    return { norm: readings, subdivision, qualifiers: [] }
  }
  return undefined
}
