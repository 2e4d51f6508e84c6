/**
 * Corrupts correct citations and measures the verdicts of `check` on them.
 *
 *     npm run eval:corruptions -- --dataset BUNDLE [--sentences FILE] [--count 1000] [--seed 1] [--failures]
 *
 * Half of the citations are made from norms of the bundle, half are the correct ones of FILE (as for `eval:sentences`) in their
 * sentences. Of ten, four have a number beyond the end of the law, three a part (Absatz, Satz or Nummer) beyond the end of the
 * norm, three a name with a letter lost, doubled, changed or swapped, which names no law. A wrong number or part must be `wrong`;
 * a wrong name must not be `right`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { nominativeForms } from '../src/citation/laws/law-names.ts'
import { openEngine } from '../src/dataset/open-engine.ts'
import type { Norm } from '../src/model/corpus.ts'
import { packageRoot } from '../src/program/package.ts'
import { checkText, type Finding } from '../src/resolve/check-text.ts'

const PATHS = `SELECT path FROM norm WHERE law = (SELECT line FROM law WHERE code = ?) AND state_to = 'now'`

/** A citation in its text that `check` found right. */
interface Right {
  text: string
  finding: Finding
  norm: Norm
}

type Kind = 'number' | 'part' | 'name'

interface Corrupted {
  kind: Kind
  what: string
  text: string
  start: number
  end: number
}

const KINDS: readonly Kind[] = ['number', 'number', 'number', 'number', 'part', 'part', 'part', 'name', 'name', 'name']
const { values: options } = parseArgs({
  options: {
    dataset: { type: 'string' },
    sentences: { type: 'string' },
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    failures: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const file = options.dataset ?? process.env.DATASET_PATH
if (file === undefined) throw new Error('name a bundle with --dataset or DATASET_PATH')

const corpus = await openEngine(file)
const database = new DatabaseSync(file, { readOnly: true })
const random = randomNumbers(Number(options.seed))
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
/** The highest section and article numbers of a law. */
const largest = new Map<string, Record<string, number>>()
const control = { right: 0, failed: [] as string[] }
const results: { corrupted: Corrupted; findings: Finding[]; from: string; good: boolean }[] = []

const own = database
  .prepare(
    `SELECT law.code, law.abbreviation, norm.path, norm.label FROM norm JOIN law ON law.id = norm.law
     WHERE norm.status = 'in_force' AND norm.kind IN ('par', 'art') AND norm.label NOT LIKE '%§§%' AND norm.label NOT LIKE '% bis %'`,
  )
  .all() as { code: string; abbreviation: string; path: string; label: string }[]
const sentences = readFileSync(options.sentences ?? join(packageRoot, '../shared/eval/sentences/dev.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => (JSON.parse(line) as { text: string }).text)

const count = Number(options.count)
await measure('norms of the bundle', Math.ceil(count / 2), ofNorms())
await measure('sentences', Math.floor(count / 2), ofSentences())
report()
await corpus.close()
database.close()

/** Corrupts citations until there are enough, skipping those that cannot be corrupted in the wanted way. */
async function measure(from: string, wanted: number, source: AsyncGenerator<Right>): Promise<void> {
  let done = 0
  for await (const right of source) {
    const corrupted = await corrupt(right, KINDS[done % KINDS.length] as Kind)
    if (corrupted === undefined) continue
    const { findings } = await checkText(corpus, corrupted.text)
    const on = findings.filter(({ start, end }) => start < corrupted.end && corrupted.start < end)
    const isRight = on.some((finding) => finding.class === 'right')
    const good = corrupted.kind === 'name' ? !isRight : !isRight && on.some((finding) => finding.class === 'wrong')
    results.push({ corrupted, findings: on, from, good })
    if (++done === wanted) return
  }
  throw new Error(`only ${done} of ${wanted} citations of ${from} could be corrupted`)
}

/** Citations of random norms, with a part if the norm has one. */
async function* ofNorms(): AsyncGenerator<Right> {
  for (;;) {
    const { code, abbreviation, path, label } = pick(own)
    const norm = await corpus.norm(code, path)
    if (norm === undefined || norm.text === '') continue
    const parts = norm.subdivisions.filter((part) => /^abs:\d+(?:\/satz:\d+)?$/.test(part.path))
    const part = parts.length > 0 && random() < 0.6 ? pick(parts).path : ''
    const words = part.replace(/^abs:/, ' Abs. ').replace('/satz:', ' Satz ')
    const text = `Das folgt aus ${label}${words} ${abbreviation}.`
    const { findings } = await checkText(corpus, text)
    const [finding] = findings
    if (findings.length === 1 && finding?.class === 'right' && finding.code === code && finding.norm === path) {
      control.right++
      yield { text, finding, norm }
    } else control.failed.push(`${text} [${code} ${path}] ${findings.map(shown).join('; ')}`)
  }
}

/** Endless seeded draw from the correct citations of the sentences that no other finding overlaps. */
async function* ofSentences(): AsyncGenerator<Right> {
  const rights: Right[] = []
  for (const text of sentences) {
    const { findings } = await checkText(corpus, text)
    for (const finding of findings) {
      const isAlone = findings.every(
        (other) => other === finding || other.end <= finding.start || finding.end <= other.start,
      )
      if (!isAlone || finding.class !== 'right' || finding.message !== null || finding.code === null) continue
      const norm = finding.norm === null ? undefined : await corpus.norm(finding.code, finding.norm)
      if (norm !== undefined && /^(?:§|Art)/.test(finding.text) && /\p{L}$/u.test(finding.text))
        rights.push({ text, finding, norm })
    }
  }
  for (;;) yield pick(rights)
}

async function corrupt(right: Right, kind: Kind): Promise<Corrupted | undefined> {
  const { text, finding } = right
  const changed = kind === 'name' ? await otherName(right) : kind === 'number' ? otherNumber(right) : otherPart(right)
  if (changed === undefined || changed === finding.text) return undefined
  const { start, end } = finding
  const whole = `${text.slice(0, start)}${changed}${text.slice(end)}`
  return { kind, what: `${finding.text} -> ${changed}`, text: whole, start, end: start + changed.length }
}

/** A number beyond the last one of the law, or with a letter that the law does not have there. */
function otherNumber({ finding: { text, code }, norm }: Right): string | undefined {
  const kind = norm.norm.split('/').at(-1)?.split(':')[0] ?? ''
  const last = lastNumber(code as string)[kind] ?? 0
  const beyond = last + 1 + Math.floor(random() * 60)
  const isLettered = random() < 0.25
  return text.replace(/^(§+\s*|Art(?:ikel|\.)?\s*)(\d+)(?:\s?[a-z])?(?![a-z\d])/u, (_, sign, number) => {
    const lettered = `${number}${pick([...'uvwxyz'])}`
    return `${sign}${isLettered && !hasNumber(code as string, lettered) ? lettered : beyond}`
  })
}

/** True if a norm of the law has the number, alone or in a range. */
function hasNumber(code: string, value: string): boolean {
  const rows = database.prepare(PATHS).all(code)
  const number = Number.parseInt(value, 10)
  return (rows as { path: string }[]).some(({ path }) => {
    const [first = Number.NaN, last = first] = (path.match(/(?<=(?:par|art):.*)\d+/g) ?? []).map(Number)
    return path.includes(value) || (/(?:par|art):[^/]*-/.test(path) && first <= number && number <= last)
  })
}

function lastNumber(code: string): Record<string, number> {
  let last = largest.get(code)
  if (last === undefined) {
    last = {}
    for (const { path } of database.prepare(PATHS).all(code) as { path: string }[]) {
      for (const [, kind = '', value = ''] of path.matchAll(/(par|art):([^/]+)/g)) {
        for (const number of value.match(/\d+/g) ?? []) last[kind] = Math.max(last[kind] ?? 0, Number(number))
      }
    }
    largest.set(code, last)
  }
  return last
}

/** A part beyond the last one: a Satz or Nummer of the cited Absatz, or else an Absatz. */
function otherPart({ finding: { text }, norm: { subdivisions } }: Right): string | undefined {
  const more = () => 1 + Math.floor(random() * 3)
  const last = (pattern: RegExp) => Math.max(0, ...subdivisions.map(({ path }) => Number(pattern.exec(path)?.[1] ?? 0)))
  const absatz = /Abs(?:\.|atz)? ?(\d+[a-z]?)(?![\p{L}\d])/u.exec(text)
  const above = absatz === null ? '' : `abs:${absatz[1]}/`
  const sentence = /(?<=\s)((?:Satz|S\.?) ?)\d+(?![\p{L}\d,])/u
  if (sentence.test(text) && last(new RegExp(`^${above}satz:(\\d+)$`)) > 0)
    return text.replace(sentence, (_, word) => `${word}${last(new RegExp(`^${above}satz:(\\d+)$`)) + more()}`)
  const number = /(?<=\s)(Nr\.? ?)\d+[a-z]?(?![\p{L}\d,])/u
  const most = last(new RegExp(`^${above}(?:satz:\\d+/)?nr:(\\d+)`))
  if (number.test(text) && most > 0) return text.replace(number, (_, word) => `${word}${most + more()}`)
  const beyond = last(/^abs:(\d+)/) + more() + 1
  if (absatz !== null) return text.replace(absatz[0], `Abs. ${beyond}`)
  return text.replace(/^((?:§|Art\.?|Artikel)\s*\d+[a-z]?)(?=\s\p{L})/u, `$1 Abs. ${beyond}`)
}

/** The name with one letter lost, doubled, changed or swapped with the next, so that it names no law. */
async function otherName({ finding: { text, end }, text: whole }: Right): Promise<string | undefined> {
  // `der Abgabenordnung (AO)` names its law twice.
  if (/^\s*[(–-]/.test(whole.slice(end))) return undefined
  const name = /\p{L}[\p{L}-]{2,}$/u.exec(text)?.[0]
  if (name === undefined || /^[IVX]+$/.test(name)) return undefined
  for (let attempt = 0; attempt < 20; attempt++) {
    const at = Math.floor(random() * (name.length - 1))
    const letter = name[at] as string
    const other = pick([...(letter === letter.toLowerCase() ? 'abdefgklmnorstuwz' : 'ABDEFGKLMNRSTUVWZ')])
    const changed: string = pick([
      name.slice(0, at) + name.slice(at + 1),
      name.slice(0, at) + letter + name.slice(at),
      name.slice(0, at) + other + name.slice(at + 1),
      name.slice(0, at) + name[at + 1] + letter + name.slice(at + 2),
    ])
    const forms = [...nominativeForms(changed), text.slice(text.search(/\p{L}[^\d]*$/u)).replace(name, changed)]
    const known = await Promise.all(forms.map((form) => corpus.findLaws(form)))
    if (changed !== name && known.every((laws) => laws.length === 0)) return text.slice(0, -name.length) + changed
  }
  return undefined
}

function report(): void {
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`
  const drawn = control.right + control.failed.length
  console.log(`norms of the bundle whose own citation is right: ${share(control.right, drawn)}`)
  for (const [name, kinds] of [
    ['numbers and parts that are wrong', ['number', 'part']],
    ['  numbers', ['number']],
    ['  parts', ['part']],
    ['names that are not right', ['name']],
  ] as const) {
    const of = results.filter(({ corrupted }) => (kinds as readonly string[]).includes(corrupted.kind))
    console.log(`${name}: ${share(of.filter(({ good }) => good).length, of.length)}`)
  }
  if (!options.failures) return
  for (const { corrupted, findings, from } of results.filter(({ good }) => !good))
    console.log(`    ${corrupted.kind}, ${from}: ${corrupted.what} | ${findings.map(shown).join('; ') || 'no finding'}`)
  for (const failed of control.failed.slice(0, 40)) console.log(`    not right as it is: ${failed}`)
}

function shown({ class: of, status, code, norm, subdivision, message }: Finding): string {
  return [of, status, code, [norm, subdivision].filter(Boolean).join('/'), message].filter(Boolean).join(' ')
}

/** Random numbers in [0, 1), seeded (mulberry32, public domain). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
