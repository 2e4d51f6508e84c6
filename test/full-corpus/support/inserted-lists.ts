/** Lists of a section and one that was inserted after it (`§§ 3 Abs. 1, 3a UWG`), drawn from the sections of a corpus by rule. */
import { formatRoman } from '../../../src/citation/numerals.ts'
import type { Corpus, Norm } from '../../../src/model/corpus.ts'
import { checkText } from '../../../src/resolve/check-text.ts'

/** A section with its Absätze, and the section inserted after it. */
interface Pair {
  code: string
  abbreviation: string
  section: Norm
  inserted: Norm
}

const numberOf = ({ norm }: { norm: string }) => norm.slice('par:'.length)

/** Returns the numbers of the Absätze of a norm that are in force. */
const absaetze = ({ subdivisions }: Norm) =>
  subdivisions.flatMap(({ path, text }) => (/^abs:\d+$/.test(path) && text.length > 20 ? [path.slice(4)] : []))

/** The forms of a list. `m` and `k` are Absätze of the section, `j` is one of the inserted section. */
const FORMS: readonly ((n: string, na: string, m: string, k: string, j: string) => string)[] = [
  (n, na, m) => `§§ ${n} Abs. ${m}, ${na}`,
  (n, na, m, k) => `§§ ${n} Abs. ${m}, Abs. ${k}, ${na}`,
  (n, na, m) => `§ ${n} Abs. ${m}, ${na}`,
  (n, na, m) => `§§ ${n} Abs. ${m} und ${na}`,
  (n, na, m) => `§§ ${n} ${formatRoman(Number(m))}, ${na}`,
  (n, na, m, _, j) => `§§ ${n} Abs. ${m} Satz 1, ${na} Abs. ${j}`,
  (n, na, m, k) => `§§ ${n} Abs. ${m}, ${k}, ${na}`,
  (n, na, _m, _k, j) => `§§ ${na} Abs. ${j}, ${n}`,
  (n, na, m) => `§§ ${n} Abs. ${m} Satz 1 und ${na.replace(/(?=[a-z])/, ' ')}`,
]

/** Yields pairs of neighbours in force, of laws that only one name can mean. */
async function* pairs(
  corpus: Corpus,
): AsyncGenerator<Omit<Pair, 'section' | 'inserted'> & { norms: [string, string] }> {
  for (const { code, abbreviation } of (await corpus.laws({})).items) {
    if (!/^\p{Lu}[\p{L}]*\p{Lu}\p{L}*$/u.test(abbreviation)) continue
    const called = await corpus.findLaws(abbreviation)
    if (called.length !== 1 || called[0]?.code !== code) continue
    const sections = (await corpus.outline(code)).filter(
      ({ norm, status, heading }) =>
        /^par:\d+[a-z]?$/.test(norm) && status === 'in_force' && !/weggefallen/.test(heading),
    )
    for (const [place, section] of sections.entries()) {
      const next = sections[place + 1]
      const [, number, letter = ''] = /^(\d+)([a-z]?)$/.exec(numberOf(section)) ?? []
      const [, nextNumber, nextLetter = ''] = /^(\d+)([a-z]?)$/.exec(next ? numberOf(next) : '') ?? []
      if (next !== undefined && number === nextNumber && letter < nextLetter)
        yield { code, abbreviation, norms: [section.norm, next.norm] }
    }
  }
}

async function isRight(corpus: Corpus, citation: string): Promise<boolean> {
  const { findings } = await checkText(corpus, `Das folgt aus ${citation}.`)
  return findings.length > 0 && findings.every((found) => found.class === 'right')
}

/** What is wrong with the verdicts on lists, and how many there were. */
export interface ListReport {
  lists: number
  faults: string[]
}

/**
 * Checks lists that are right, and their siblings with a section that the law lacks, which are not.
 * @param most how many lists of each kind
 */
export async function checkInsertedLists(corpus: Corpus, most: number): Promise<ListReport> {
  const all = await Array.fromAsync(pairs(corpus))
  const drawn = Array.from({ length: 2 * most }, (_, place) => all[Math.floor((place * all.length) / (2 * most))])
  const faults: string[] = []
  let lists = 0
  for (const pair of drawn) {
    if (pair === undefined || lists === most) continue
    const [section, inserted] = await Promise.all(pair.norms.map((path) => corpus.norm(pair.code, path)))
    const [m, k = m] = section === undefined ? [] : absaetze(section)
    if (section === undefined || inserted === undefined || m === undefined || k === undefined) continue
    // Void parts are uncertain.
    if (section.endings.length + inserted.endings.length > 0) continue
    const [n, na] = [numberOf(section), numberOf(inserted)]
    const write = FORMS[lists % FORMS.length] as (typeof FORMS)[number]
    const [j] = absaetze(inserted)
    if (j === undefined && write.length === 5) continue
    // `9 f` is `9 f.`, and some names are those of laws of the Länder, too.
    if (na.endsWith('f') || !(await isRight(corpus, `§ ${n} ${pair.abbreviation}`))) continue
    lists++
    const text = `${write(n, na, m, k, j ?? '')} ${pair.abbreviation}`
    const { findings } = await checkText(corpus, `Das folgt aus ${text}.`)
    // An Absatz 3a is as good as a § 3a.
    const isBoth = [...section.subdivisions, ...inserted.subdivisions].some(
      ({ path }) => /^abs:/.test(path) && [n, na].includes(path.slice(4)),
    )
    const isRead = [section, inserted].every(({ norm }) => findings.some((found) => found.norm === norm))
    if (!findings.every((found) => found.class === 'right') || !(isRead || isBoth))
      faults.push(
        `${text} ${findings.map((found) => `${found.class} ${found.norm} ${found.message ?? ''}`).join(' | ')}`,
      )
    const lacking = `${Number.parseInt(n, 10)}z`
    const sibling = `${write(n, lacking, m, k, '1')} ${pair.abbreviation}`
    if ((await corpus.norm(pair.code, `par:${lacking}`)) !== undefined) continue
    const { findings: ofSibling } = await checkText(corpus, `Das folgt aus ${sibling}.`)
    if (ofSibling.every((found) => found.class === 'right'))
      faults.push(`${sibling} ${ofSibling.map((found) => `${found.class} ${found.norm}`).join(' | ')}`)
  }
  return { lists, faults }
}
