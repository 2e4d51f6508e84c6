import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { SearchPage } from '../../src/model/corpus.ts'
import { pick, randomNumbers, randomString } from './random.ts'
import { searchCorpus } from './search-corpus.ts'

const QUERIES = 20_000
const MOST_MILLISECONDS = 50

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

const random = randomNumbers(44)

/** Words of the sample, of everyday German, of JavaScript objects, and non-words. */
const WORDS =
  `Leuchtfeuer Insel Inseln Bienen Hafen Fischmarkt Bücherei Signal Verkehr Kündigung Miete Mieter Vertrag Gesetz der
  die das und wer darf was nicht § §§ Abs. Absatz 1 2 433 3.28a Satz Art. MSGB BienHV constructor __proto__ toString
  hasOwnProperty valueOf prototype null undefined NaN 0 -0 1e9 SELECT ' ; -- % _ \\ \u0000 \ud83d \udc1d 🐝 ΑΒΓ Москва 日本 ﷽ ½ m²
  Ma\u0308rz Ver\u00adtrag \u200d \ufeff \u202e Chef Wohnung Leuchtfeuerwärterdienstordnung Mieterhöhungsverlangen`.split(
    /\s+/,
  )
const SIGNS = ['', '', '', '', '+', '-', '"', '„', '“', '»', '«', '*', '(', ')', ':', '~', '^', '\n', '\t', '\u0007']

const word = () =>
  pick(SIGNS, random) + pick(WORDS, random).slice(0, 1 + Math.floor(random() * 40)) + pick(SIGNS, random)
const several = (most: number, make: () => string, joint: string) =>
  Array.from({ length: 1 + Math.floor(random() * most) }, make).join(joint)

const SHAPES: (() => string)[] = [
  () => several(8, word, ' '),
  () => several(8, word, ''),
  () => `"${several(5, word, ' ')}"`,
  () => `${pick(['+', '-', ''], random)}${pick(WORDS, random).slice(0, Math.floor(random() * 5))}*`,
  () => several(3, () => randomString(random), ' '),
  () => pick(WORDS, random).repeat(Math.floor(random() * 60)),
  () => several(60, () => pick(SIGNS, random), pick([' ', ''], random)),
  () => `§ ${Math.floor(random() * 50)} ${several(3, word, ' ')}`,
  () => String.fromCodePoint(Math.floor(random() * 0x110000)).repeat(Math.floor(random() * 500)),
]

/** A query of at most 1,000 characters: longer ones are rejected before they reach the corpus. */
const randomQuery = () => pick(SHAPES, random)().slice(0, 1000)

/** @returns the processor time, without that of other programs */
async function search(query: string, explain: boolean): Promise<{ page: SearchPage; milliseconds: number }> {
  const codes = query.length % 7 === 0 ? ['msgb', 'inselvtr', 'unknown'] : []
  const start = process.threadCpuUsage()
  const page = await searchCorpus(corpus, query, { codes, offset: query.length % 5, explain })
  const { user, system } = process.threadCpuUsage(start)
  return { page, milliseconds: (user + system) / 1000 }
}

function checkPage({ items, total, partial }: SearchPage, query: string): void {
  assert.ok(items.length <= 20 && total + partial >= items.length, query)
  let previous = Number.POSITIVE_INFINITY
  let isEnglish = false
  for (const { code, score, snippet, highlights, explanation } of items) {
    // English texts rank after German ones, unless the query is English.
    const isFirstInEnglish: boolean = !isEnglish && code === '32011l9902'
    assert.ok(Number.isFinite(score) && score >= 0 && (score <= previous || isFirstInEnglish), query)
    isEnglish ||= isFirstInEnglish
    previous = score
    assert.ok(snippet.length <= 240, query)
    let place = 0
    for (const [start, end] of highlights) {
      assert.ok(start >= place && start < end && end <= snippet.length, query)
      place = end
    }
    const sum = explanation?.reduce((sum, part) => sum + part.score, 0)
    if (sum !== undefined) assert.ok(Math.abs(sum - score) < 1e-3, `${query}: ${sum} is not ${score}`)
  }
}

test(`${QUERIES} random queries: none throws, none takes more than ${MOST_MILLISECONDS} ms`, async () => {
  // Warm-up: the first search opens the index and compiles code.
  for (let round = 0; round < 200; round += 1) await search(randomQuery(), true)
  let found = 0
  for (let round = 0; round < QUERIES; round += 1) {
    const query = randomQuery()
    let { page, milliseconds } = await search(query, round % 10 === 0)
    // Garbage collection or compilation may interfere: the best of four counts.
    for (let again = 0; again < 3 && milliseconds > MOST_MILLISECONDS; again += 1) {
      milliseconds = Math.min(milliseconds, (await search(query, round % 10 === 0)).milliseconds)
    }
    assert.ok(milliseconds <= MOST_MILLISECONDS, `${milliseconds} ms for ${JSON.stringify(query)}`)
    checkPage(page, JSON.stringify(query))
    if (page.items.length > 0) found += 1
  }
  assert.ok(found > QUERIES / 10, `only ${found} queries found anything`)
})
