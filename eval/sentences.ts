/**
 * Measures the verdicts of `check` on sentences of federal courts with marked laws, contracts, decisions and literature.
 *
 *     npm run eval:sentences -- --dataset BUNDLE [--sentences FILE] [--verdicts FILE] [--failures]
 *
 * A line of FILE is JSON: `id`, `text`, `entities` of `type`, `start` and `end` (UTF-16 code units). A reader's verdicts on
 * alarms and suspicions have columns separated by tabs: id, span, words, what was read, verdict, reason. They count for findings
 * that overlap their span. An alarm is a citation that is called wrong or unread; the verdict `false` says that it is right
 * today, `true` that it is not. A suspicion is a citation called right without a note although another law or edition seems to be
 * meant; `false` says that it is right nevertheless. Findings without a verdict are listed for reading.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { foldName, nominativeForms } from '../src/citation/laws/law-names.ts'
import { openEngine } from '../src/dataset/open-engine.ts'
import { packageRoot } from '../src/program/package.ts'
import { checkText, type Finding } from '../src/resolve/check-text.ts'

interface Sentence {
  id: string
  text: string
  entities: { type: string; start: number; end: number }[]
}

interface Verdict {
  id: string
  start: number
  end: number
  kind: string
  verdict: string
}

/** A finding that a reader must judge. */
interface Case {
  kind: 'alarm' | 'suspicion'
  why: string
  sentence: Sentence
  finding: Finding
}

/** Characters of the sentence shown on each side of a citation. */
const AROUND = 70

/** A sign of a norm with a number: here a citation must be found. */
const NORM = /(?:§|\b(?:Art|Artikel|Anl|Anlage|Anh|Anhang)\b)[^\p{L}]*\p{N}/u

/** Words for an edition, or for a law of a Land or another state, shortly after a citation. */
const EDITION = /\b[an]\.\s?F\.|\bidF\b|\bi\.\s?d\.\s?F\.|Fassung|bisherige[mnrs]? Recht|\ba\.\s?F\b/u
const ELSEWHERE =
  /\bDDR\b|\bNRW\b|(?:für|von|Land|in) (?:Berlin|Hessen|Bayern|NRW|Hamburg|Sachsen|Bremen)\b|Österreich|Schweiz/u
const SHORTLY = 70

const { values: options } = parseArgs({
  options: {
    dataset: { type: 'string' },
    sentences: { type: 'string' },
    verdicts: { type: 'string' },
    failures: { type: 'boolean', default: false },
  },
})
const file = options.dataset ?? process.env.DATASET_PATH
if (file === undefined) throw new Error('name a bundle with --dataset or DATASET_PATH')

const corpus = await openEngine(file)
const verdicts = readVerdicts(options.verdicts ?? join(packageRoot, 'eval/sentences-verdicts.tsv'))
const sentences = readFileSync(options.sentences ?? join(packageRoot, '../shared/eval/sentences/dev.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Sentence)

const byClass = new Map<string, number>()
const cases: Case[] = []
const missed: [Sentence, Sentence['entities'][number]][] = []
let citations = 0
let marked = 0
for (const sentence of sentences) {
  const { findings } = await checkText(corpus, sentence.text)
  citations += findings.length
  for (const finding of findings) {
    for (const key of [finding.class, `${finding.class}: ${finding.status}`])
      byClass.set(key, (byClass.get(key) ?? 0) + 1)
    if (finding.class === 'wrong' || finding.status === 'unread')
      cases.push({ kind: 'alarm', why: finding.status, sentence, finding })
    else if (finding.class === 'right' && finding.message === null && finding.edition === null) {
      const why = await suspicion(sentence, finding)
      if (why !== undefined) cases.push({ kind: 'suspicion', why, sentence, finding })
    }
  }
  for (const entity of sentence.entities) {
    if (!/^(?:GS|VO)$/.test(entity.type) || !NORM.test(sentence.text.slice(entity.start, entity.end))) continue
    marked++
    if (!findings.some((finding) => overlap(finding, entity))) missed.push([sentence, entity])
  }
}
report()
await corpus.close()

/** The reason why another law or edition may be meant; `undefined` without a sign of one. */
async function suspicion({ text, entities }: Sentence, { start, end, code }: Finding): Promise<string | undefined> {
  const after = text.slice(end, end + SHORTLY).split(/§|;|\bArt\.? \d/)[0] ?? ''
  if (EDITION.test(after)) return 'an edition is named'
  if (ELSEWHERE.test(after)) return 'a Land or state is named'
  const around = entities.filter((entity) => overlap(entity, { start, end }))
  const [first] = around
  if (first !== undefined && around.every(({ type }) => /^(?:EUN|VS|VT)$/.test(type)))
    return `it is marked as ${first.type}`
  if (around.length === 0 || code === null) return undefined
  const law = await corpus.law(code)
  const names = [code, law?.abbreviation ?? '', law?.title ?? '', ...(law?.aliases ?? [])].map(foldName)
  // The name is often that of a later norm in the list, so the whole sentence counts.
  const words = wordRuns(text)
  return names.some((name) => words.has(name)) ? undefined : `the sentence has no name of ${law?.abbreviation}`
}

/** All runs of up to ten words, normalized like names, without case endings. */
function wordRuns(text: string): Set<string> {
  const words = text.split(/[\s,;:()<>"„“]+|(?<=\p{L}{3})\.(?=\s|$)/u).filter(Boolean)
  const runs = words.flatMap((_, from) =>
    Array.from({ length: Math.min(10, words.length - from) }, (_, more) =>
      words.slice(from, from + more + 1).join(' '),
    ),
  )
  return new Set(runs.flatMap((run) => nominativeForms(run).map(foldName)))
}

function overlap(one: { start: number; end: number }, other: { start: number; end: number }): boolean {
  return one.start < other.end && other.start < one.end
}

function readVerdicts(path: string): Verdict[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', span = '', , kind = '', verdict = ''] = line.split('\t')
      const [start = 0, end = 0] = span.split('-').map(Number)
      return { id, start, end, kind: kind.split(':')[0] ?? '', verdict }
    })
}

function verdictOn({ kind, sentence, finding }: Case): string | undefined {
  return verdicts.find((one) => one.kind === kind && one.id === sentence.id && overlap(one, finding))?.verdict
}

function report(): void {
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(2)} %)`
  console.log(
    `marked laws and ordinances with a norm that a citation overlaps: ${share(marked - missed.length, marked)}`,
  )
  for (const [{ id, text }, { start, end }] of missed)
    console.log(`    missed: ${id} ${start}-${end} ${text.slice(start, end)}`)
  console.log(`citations ${citations}`)
  for (const [name, count] of [...byClass].sort()) console.log(`    ${name} ${count}`)
  for (const [kind, bad, name] of [
    ['alarm', 'false', 'false alarms'],
    ['suspicion', 'true', 'right without a note, though another law or edition is meant'],
  ] as const) {
    const own = cases.filter((one) => one.kind === kind)
    const judged = own.filter((one) => verdictOn(one) === bad)
    const open = own.filter((one) => verdictOn(one) === undefined)
    console.log(`${name}: ${share(judged.length, citations)}; ${own.length} ${kind}s, ${open.length} without a verdict`)
    if (options.failures) for (const one of judged) print(one)
    if (open.length > 0) console.log(`  ${kind}s without a verdict, to be read:`)
    for (const one of open) print(one)
  }
}

/** A line for the file of verdicts, without the verdict; below it the context for the reader. */
function print({ kind, why, sentence: { id, text }, finding }: Case): void {
  const { start, end, code, norm, subdivision, message } = finding
  const words = text.slice(start, end).replace(/\s+/g, ' ')
  console.log(`${id}\t${start}-${end}\t${words}\t${kind}: ${why}\t`)
  const read = [code, [norm, subdivision].filter(Boolean).join('/'), message].filter(Boolean).join(' | ')
  console.log(`      ${read}`)
  console.log(`      … ${text.slice(Math.max(0, start - AROUND), end + AROUND).replace(/\s+/g, ' ')} …`)
}
