/** Designations in the forms of English and French acts: `Article 6(1), point (f), of Regulation (EU) 2016/679`, `Recital 47`. */
import type { Designation } from '../designation.ts'
import type { Tokens } from '../grammar/tokens.ts'
import type { NormKind, PathElement } from '../norm-path.ts'
import type { FoundDesignation, FoundNorm } from '../text/found-designation.ts'
import { findUnionReferences, type UnionReference } from './find-references.ts'
import type { ActLanguage } from './lexicon.ts'

const LANGUAGES: readonly ActLanguage[] = ['en', 'fr']

/** Words that texts have which cite so; `Art. 3(1)(5)` and `Art. 6 para. 1` are no German forms. */
const TELLING =
  /(?<!\p{L})(?:articles?\s|annexe?s?\s|recitals?\s|considérants?\s|(?:sub)?paragraphe?s?\s|(?:points?|letters?|no\.?)\s|art\.?\s?\d{1,3}[a-z]?(?:\s?\(\d+[a-z]?\)\s?\(|,?\s?par(?:a|as|s)?\b))/iu

/**
 * Adds the designations with an act to those that are read as German ones. A longer one replaces those that it spans.
 * @param found in the order of the text
 */
export function withActDesignations(tokens: Tokens, found: FoundDesignation[]): FoundDesignation[] {
  if (!TELLING.test(tokens.text)) return found
  return LANGUAGES.reduce((list, language) => {
    const references = findUnionReferences(tokens.text, language, tokens)
    return withDesignations(list, references.flatMap(designationOf))
  }, found)
}

/** Adds designations to a list, both in the order of the text. In one pass: a text may have very many. */
function withDesignations(list: readonly FoundDesignation[], added: readonly FoundDesignation[]): FoundDesignation[] {
  const withExtent = (of: readonly FoundDesignation[]) =>
    of
      .map((designation) => ({ designation, extent: extentOf(designation) }))
      .sort((a, b) => a.extent.start - b.extent.start)
  const known = withExtent(list)
  const all = new Set(list)
  /** Those that may overlap the next one. */
  let near: typeof known = []
  let place = 0
  for (const each of withExtent(added)) {
    const { start, end } = each.extent
    for (let next = known[place]; next !== undefined && next.extent.start < end; next = known[++place]) near.push(next)
    near = near.filter(({ extent }) => extent.end > start)
    const around = near.filter(({ designation, extent }) => extent.start < end && all.has(designation))
    if (!around.every(({ extent }) => isWithin(extent, each.extent))) continue
    for (const { designation } of around) all.delete(designation)
    all.add(each.designation)
    near.push(each)
  }
  return [...all].sort((a, b) => a.start - b.start)
}

interface Extent {
  start: number
  end: number
}

/** A designation with the name of its law. */
const extentOf = ({ start, end, namesAfter, namesBefore }: FoundDesignation): Extent => ({
  start: Math.min(start, ...namesBefore.map((name) => name.start)),
  end: Math.max(end, ...namesAfter.map((name) => name.end)),
})

const isWithin = (inner: Extent, outer: Extent) =>
  outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start

function designationOf({ readings, to, parts, act, start, end }: UnionReference): FoundDesignation[] {
  if (act.kind !== 'named' || readings === undefined) return []
  const norms = parts.map((subdivision): FoundNorm => {
    return { readings, ...(to !== undefined && { to, toStart: start }), subdivision, qualifiers: [], start, end }
  })
  const name = { text: act.name, start: end - act.length, end }
  const own = { start, end: name.start }
  return [{ norms, ...own, namesAfter: [name], namesBefore: [], abbreviation: name, linkedToNext: false, weak: false }]
}

/** Short for `Erwägungsgrund`, beside an act. */
const RECITAL = /^EG\s(\d{1,3})$/

/** What acts have one of, by the words that label it, in lower case. */
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
