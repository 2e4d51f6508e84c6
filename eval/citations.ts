/**
 * Measures how citations of laws are found and read, against court decisions with annotated citations.
 *
 *     npm run eval:citations -- --dataset BUNDLE [--documents FOLDER] [--failures]
 *
 * FOLDER has `documents.jsonl` (`doc_id`, `text`) and `annotations.jsonl` (`doc_id`, `citations`; those of `type` `law` count). A
 * list is annotated norm by norm (`§§ 3`, `5 Abs. 1`), a range as its two ends (`§§ 184`, `187 SGG`), a list of parts (`§ 5 Abs.
 * 1 und 2`) as one span with only its first part. Citations without a law are not annotated and do not count. A citation with a
 * section sign that takes its law from a later one is annotated up to its number, without its parts (`§ 4` of `§ 4 Nr. 9, § 5
 * UWG`): spans are compared both as they are and cut in this way, whatever a single label says. The F1 of starts ignores where a
 * span ends. Labels that contradict their own words are listed, and the rates also given without them. Annotated offsets count
 * code points, those of citations UTF-16 code units.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { foldName, nominativeForms } from '../src/citation/laws/law-names.ts'
import { parseNormPath } from '../src/citation/norm-path.ts'
import { valueIncludes } from '../src/citation/ranges.ts'
import { type FoundNorm, findDesignations } from '../src/citation/text/find-designations.ts'
import { openEngine } from '../src/dataset/open-engine.ts'
import { packageRoot } from '../src/program/package.ts'
import type { Citation } from '../src/resolve/citation.ts'
import { NO_LAW } from '../src/resolve/citation.ts'
import { resolveCitations } from '../src/resolve/resolve-citations.ts'

interface Annotation {
  type: string
  span: { start: number; end: number; text: string }
  book: string | null
  number: string | null
  structure: Record<string, string>
}

type Aspect = 'law' | 'number' | 'structure'
interface Contradiction {
  aspect: Aspect
  label: string
}

/** A span that is annotated, found, or both. */
interface Outcome {
  text: string
  context: string
  expected?: Annotation
  found: Citation[]
  /** True if a citation starts where the annotation does. */
  begins: boolean
  /** Whether law, number and parts are right; `undefined` if they are not annotated. */
  law?: boolean
  number?: boolean
  structure?: boolean
  /** Annotations that contradict their own words: `Abs. 3a` as Absatz 3, `SGB V` as `sgg`. */
  contradictions: Contradiction[]
}

const KINDS: Record<string, string> = { absatz: 'abs', satz: 'satz', nummer: 'nr', buchstabe: 'buchst' }

/** Patterns of the words for parts, up to the number. */
const WORDS: Record<string, string> = { absatz: 'Abs', satz: 'S(?:atz)?', nummer: 'Nrn?', buchstabe: 'Buchst' }

const { values: options } = parseArgs({
  options: {
    dataset: { type: 'string' },
    documents: { type: 'string' },
    failures: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const file = options.dataset ?? process.env.DATASET_PATH
if (file === undefined) throw new Error('name a bundle with --dataset or DATASET_PATH')
const folder = options.documents ?? join(packageRoot, '../shared/eval/citations')

const corpus = await openEngine(file)
const annotated = new Map(
  readLines<{ doc_id: string; citations: Annotation[] }>('annotations.jsonl').map((line) => [line.doc_id, line]),
)
const documents: Outcome[][] = []
const cut: Outcome[] = []
for (const { doc_id, text } of readLines<{ doc_id: string; text: string }>('documents.jsonl')) {
  const laws = (annotated.get(doc_id)?.citations ?? []).filter(({ type }) => type === 'law')
  const outcomes = await compare(text, laws)
  documents.push(outcomes)
  cut.push(...(await compare(text, laws, true)))
  report(doc_id, outcomes)
  if (options.failures) for (const outcome of outcomes) reportFailure(outcome)
}
report('odd documents', documents.filter((_, row) => row % 2 === 0).flat())
report('even documents', documents.filter((_, row) => row % 2 === 1).flat())
report('all', documents.flat())
report('all, cut as annotated', cut)
await corpus.close()

function readLines<Line>(name: string): Line[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

/**
 * Pairs annotated and found citations with the same span.
 * @param cut whether citations that take their law from a later one end with their number
 */
async function compare(text: string, annotations: readonly Annotation[], cut = false): Promise<Outcome[]> {
  const units = codeUnits(text)
  const designations = findDesignations(text)
  const norms = designations.flatMap((designation) => designation.norms)
  const sharing = new Set(
    designations.flatMap((one) =>
      (one.linkedToNext ? one.norms : one.norms.slice(0, -1)).map(({ start, end }) => `${start}-${end}`),
    ),
  )
  const named = (await resolveCitations(corpus, text)).filter(({ message }) => message !== NO_LAW)
  const found = Map.groupBy(
    named
      .flatMap((citation) => endsOfRange(text, citation, norms))
      .map((citation) => (cut && sharing.has(`${citation.start}-${citation.end}`) ? withoutParts(citation) : citation)),
    ({ start, end }) => `${start}-${end}`,
  )
  const starts = new Set([...found.values()].flat().map(({ start }) => start))
  const outcomes: (Outcome & { start: number })[] = []
  const contextOf = (start: number, end: number) => text.slice(Math.max(0, start - 40), end + 40).replace(/\s+/g, ' ')
  for (const expected of annotations) {
    const start = units[expected.span.start] as number
    const end = units[expected.span.end] as number
    if (text.slice(start, end) !== expected.span.text) throw new Error(`${expected.span.text} is not at ${start}`)
    const key = `${start}-${end}`
    const citations = found.get(key) ?? []
    found.delete(key)
    const base = {
      text: expected.span.text,
      context: contextOf(start, end),
      start,
      begins: starts.has(start),
      expected,
      found: citations,
    }
    const judged = citations.length === 0 ? {} : await judge(expected, citations, norms)
    outcomes.push({ ...base, contradictions: await contradictions(expected), ...judged })
  }
  for (const citations of found.values()) {
    const { start, end, text: words } = citations[0] as Citation
    outcomes.push({
      text: words,
      context: contextOf(start, end),
      start,
      begins: false,
      found: citations,
      contradictions: [],
    })
  }
  return outcomes.sort((a, b) => a.start - b.start)
}

/** The two ends of a range, each with its own words; other citations unchanged. */
function endsOfRange(text: string, citation: Citation, norms: readonly FoundNorm[]): Citation[] {
  const { start, end } = citation
  const last = norms.find((norm) => norm.to !== undefined && norm.start >= start && norm.end <= end)?.toStart
  if (last === undefined) return [citation]
  const first = text.slice(start, last).replace(/\s*(?:bis|[-–—])[\s§]*$/, '')
  return [
    { ...citation, text: first, end: start + first.length },
    { ...citation, text: text.slice(last, end), start: last },
  ]
}

/** A citation with a section sign, cut after its number. */
function withoutParts(citation: Citation): Citation {
  const words = /^(?:§§?|Art(?:ikel|\.)?)\s*\d+[a-z]?/.exec(citation.text)?.[0] ?? citation.text
  return { ...citation, text: words, end: citation.start + words.length }
}

/** The UTF-16 offset of each code point, and the length of the text. */
function codeUnits(text: string): number[] {
  const units: number[] = []
  let at = 0
  for (const character of text) {
    units.push(at)
    at += character.length
  }
  return [...units, at]
}

async function judge(
  { book, number, structure }: Annotation,
  citations: readonly Citation[],
  norms: readonly FoundNorm[],
): Promise<Pick<Outcome, 'law' | 'number' | 'structure'>> {
  const [first] = citations as [Citation]
  const parts = citations.map(({ subdivision }) => subdivision?.split('/') ?? [])
  return {
    ...(book !== null && { law: await isLaw(book, first) }),
    ...(number !== null && {
      number: citations.some((citation) =>
        numbersOf(citation, norms).some((value) => value === number || valueIncludes(value, number)),
      ),
      structure: Object.entries(structure).every(
        ([kind, value]) => KINDS[kind] === undefined || parts.some((part) => part.includes(`${KINDS[kind]}:${value}`)),
      ),
    }),
  }
}

/** The number of the cited norm; if it is unresolved, the numbers that its words are read as. */
function numbersOf({ norm, start, end }: Citation, norms: readonly FoundNorm[]): string[] {
  const paths =
    norm === null
      ? norms.filter((read) => read.start >= start && read.start < end).map(({ readings }) => readings[0] ?? [])
      : [parseNormPath(norm)?.norm ?? []]
  return paths.map((elements) => elements.findLast(({ kind }) => kind !== 'seq')?.value ?? '')
}

/** True if an annotated law is that of a citation: by one of its names or, if the law is unknown, by its words. */
async function isLaw(book: string, { code, abbreviation }: Pick<Citation, 'code' | 'abbreviation'>): Promise<boolean> {
  const law = code === null ? undefined : await corpus.law(code)
  const names = law === undefined ? [abbreviation ?? ''] : [law.code, law.abbreviation, law.title, ...law.aliases]
  const capitalised = book.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  // A bare number stands for a book of the Social Code.
  const wanted = [book, ...nominativeForms(capitalised), `SGB ${book}`].map(foldName)
  return names.flatMap(nominativeForms).some((name) => wanted.includes(foldName(name)))
}

/** Annotated values cut before a letter, parts that the span names but the annotation lacks, other laws. */
async function contradictions({ span, book, number, structure }: Annotation): Promise<Contradiction[]> {
  const isCut = (value: string) => new RegExp(`(?<!\\d)${value} ?[a-z](?![\\p{L}.)])`, 'u').test(span.text)
  const cut = Object.entries(structure).filter(([, value]) => isCut(value))
  const left = Object.entries(WORDS).filter(
    ([kind, word]) => structure[kind] === undefined && new RegExp(`(?<!\\p{L})${word}\\.? ?\\d`, 'u').test(span.text),
  )
  const [law] = await corpus.findLaws(/(?:SGB [IVX]+|\p{L}+)$/u.exec(span.text)?.[0] ?? '')
  return [
    ...(number !== null && isCut(number) ? [{ aspect: 'number' as const, label: `number ${number}` }] : []),
    ...cut.map(([kind, value]) => ({ aspect: 'structure' as const, label: `${kind} ${value}` })),
    ...left.map(([kind]) => ({ aspect: 'structure' as const, label: `no ${kind}` })),
    ...(law && book !== null && !(await isLaw(book, law)) ? [{ aspect: 'law' as const, label: book }] : []),
  ]
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const matched = outcomes.filter(({ expected, found }) => expected !== undefined && found.length > 0)
  const expected = outcomes.filter((outcome) => outcome.expected !== undefined).length
  const found = outcomes.filter((outcome) => outcome.found.length > 0).length
  const share = (part: number, whole: number) => (whole === 0 ? '    -' : (part / whole).toFixed(3))
  const begun = outcomes.filter(({ expected, found, begins }) => expected !== undefined && (found.length > 0 || begins))
  const right = (what: Aspect) => {
    const judged = matched.filter((outcome) => outcome[what] !== undefined)
    const sound = judged.filter(({ contradictions }) => contradictions.every(({ aspect }) => aspect !== what))
    const rate = (all: readonly Outcome[]) => share(all.filter((outcome) => outcome[what] === true).length, all.length)
    return `${what} ${rate(judged)}${sound.length < judged.length ? ` (${rate(sound)} of ${sound.length} sound labels)` : ''}`
  }
  const cells = [
    `annotated ${String(expected).padStart(3)}  found ${String(found).padStart(3)}`,
    `precision ${share(matched.length, found)}  recall ${share(matched.length, expected)}`,
    `F1 ${share(2 * matched.length, expected + found)} (of starts ${share(2 * begun.length, expected + found)})`,
    `${right('law')}  ${right('number')}  ${right('structure')}`,
  ]
  console.log(`${name.padEnd(40).slice(0, 40)}  ${cells.join('  ')}`)
}

function reportFailure({ expected, found, law, number, structure, context, text, contradictions }: Outcome): void {
  const wrong = Object.entries({ law, number, structure }).flatMap(([what, right]) => (right === false ? [what] : []))
  if (expected !== undefined && found.length > 0 && wrong.length === 0) return
  const what = expected === undefined ? 'extra' : found.length === 0 ? 'missed' : `wrong ${wrong.join(', ')}`
  const label = expected && JSON.stringify([expected.book, expected.number, expected.structure])
  const read = found.map(({ status, code, norm, subdivision }) =>
    [status, code, [norm, subdivision].filter(Boolean).join('/')].filter(Boolean).join(' '),
  )
  console.log(`    ${what}: ${text.replace(/\s+/g, ' ')}  ${[label, ...read].filter(Boolean).join(' | ')}`)
  if (contradictions.length > 0)
    console.log(`        the label contradicts its words: ${contradictions.map((one) => one.label).join(', ')}`)
  console.log(`        … ${context} …`)
}
