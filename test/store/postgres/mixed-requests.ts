/** Deterministic requests of all kinds, drawn from the contents of a corpus. */
import type { Corpus, NormSummary } from '../../../src/model/corpus.ts'
import { catalogue } from '../../../src/operations/catalogue.ts'
import { type Operation, parseInput } from '../../../src/operations/operation.ts'
import { LegalTextError } from '../../../src/util/errors.ts'
import { pick, randomNumbers } from '../../search/random.ts'

export interface MixedRequest {
  operation: string
  input: Record<string, unknown>
}

/** Subjects of requests. */
interface Subjects {
  laws: { code: string; abbreviation: string; title: string }[]
  norms: { code: string; norm: NormSummary }[]
  words: string[]
  days: string[]
}

/** @param most maximum number of laws in requests @param seed of the random draw */
export async function drawRequests(
  corpus: Corpus,
  count: number,
  { most = 100, seed = 1 } = {},
): Promise<MixedRequest[]> {
  const random = randomNumbers(seed)
  const subjects = await subjectsOf(corpus, most, random)
  const kinds = Object.keys(INPUTS).filter((name) => name !== 'grep')
  return Array.from({ length: count }, () => {
    // Rare, since each `grep` starts threads.
    const operation = random() < 0.01 ? 'grep' : pick(kinds, random)
    return { operation, input: (INPUTS[operation] as MakeInput)(subjects, random) }
  })
}

/** The answer as JSON; for an error, its kind. */
export async function answerTo(corpus: Corpus, { operation, input }: MixedRequest): Promise<string> {
  const found = catalogue.find(({ name }) => name === operation) as Operation
  try {
    return JSON.stringify(await found.run(corpus, parseInput(found, input)))
  } catch (error) {
    if (!(error instanceof LegalTextError)) throw error
    return JSON.stringify([error.kind, error.message, error.details])
  }
}

async function subjectsOf(corpus: Corpus, most: number, random: () => number): Promise<Subjects> {
  const { items } = await corpus.laws({})
  const laws = items.length <= most ? items : Array.from({ length: most }, () => pick(items, random))
  const norms: Subjects['norms'] = []
  for (const { code } of laws) {
    for (const norm of await corpus.outline(code)) norms.push({ code, norm })
  }
  const words = new Set<string>()
  for (let tries = 0; tries < 300 && words.size < 2000; tries++) {
    const { code, norm } = pick(norms, random)
    for (const word of (await corpus.norm(code, norm.norm))?.text.match(/\p{L}{4,}/gu) ?? []) words.add(word)
  }
  const states = (await corpus.states()).map(({ observed_on }) => observed_on)
  return { laws, norms, words: [...words], days: states.length > 0 ? [...states, '2024-12-24', '2030-01-01'] : [] }
}

type MakeInput = (subjects: Subjects, random: () => number) => Record<string, unknown>

const maybe = (random: () => number, input: Record<string, unknown>) => (random() < 0.3 ? input : {})

/** Some requests are for another day. */
const asOf: MakeInput = ({ days }, random) => (days.length > 0 ? maybe(random, { as_of: pick(days, random) }) : {})

const page: MakeInput = (_, random) => ({
  limit: String(1 + Math.floor(random() * 40)),
  ...maybe(random, { offset: String(Math.floor(random() * 30)) }),
})

const aNorm: MakeInput = (subjects, random) => {
  const { code, norm } = pick(subjects.norms, random)
  const written = pick(
    [norm.norm, norm.norm, norm.label, norm.label.replace(/^\D+/, ''), '9999', 'par:1/abs:1/satz:1'],
    random,
  )
  return { code: random() < 0.9 ? code : 'nix', norm: written || norm.norm, ...asOf(subjects, random) }
}

const aLaw: MakeInput = (subjects, random) => {
  const { code, abbreviation, title } = pick(subjects.laws, random)
  return { code: pick([code, abbreviation, title, code.slice(1)], random), ...asOf(subjects, random) }
}

const someWords = ({ words }: Subjects, random: () => number) =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, () => misspelt(pick(words, random), random))

function misspelt(word: string, random: () => number): string {
  if (random() > 0.1) return word
  const place = 1 + Math.floor(random() * (word.length - 2))
  return word.slice(0, place) + word.slice(place + 1)
}

const aQuery = (subjects: Subjects, random: () => number): string => {
  const words = someWords(subjects, random)
  const { abbreviation } = pick(subjects.laws, random)
  const { code, norm } = pick(subjects.norms, random)
  return pick(
    [
      words.join(' '),
      words.join(' '),
      `"${words.slice(0, 2).join(' ')}"`,
      `${words[0]?.slice(0, 5)}* ${words.slice(1).join(' ')}`,
      `+${words[0]} -${pick(subjects.words, random)} ${words.slice(1).join(' ')}`,
      `${words.join(' OR ')}`,
      `law:${code} ${words.join(' ')}`,
      `heading:${words[0]} ${words.slice(1).join(' ')}`,
      `${words[0]} ${abbreviation}`,
      `${norm.label} ${abbreviation}`,
    ],
    random,
  )
}

const aText = (subjects: Subjects, random: () => number): string =>
  Array.from({ length: 3 }, () => {
    const { code, norm } = pick(subjects.norms, random)
    const law = subjects.laws.find((each) => each.code === code)?.abbreviation ?? code
    return `Nach ${norm.label || '§ 3'} Abs. ${1 + Math.floor(random() * 4)} ${law} gilt ${pick(subjects.words, random)}.`
  }).join(' ')

/** The inputs of the operations, by name. */
const INPUTS: Record<string, MakeInput> = {
  norm: aNorm,
  law: aLaw,
  norms: aLaw,
  laws: (subjects, random) => ({
    ...maybe(random, { query: pick(subjects.laws, random).title.slice(0, 12) }),
    ...maybe(random, { initial: pick([...'ABCZ#'], random) }),
    ...maybe(random, { jurisdiction: pick(['de', 'eu'], random) }),
    ...page(subjects, random),
    ...asOf(subjects, random),
  }),
  search: (subjects, random) => ({
    q: aQuery(subjects, random),
    ...page(subjects, random),
    ...maybe(random, { codes: pick(subjects.laws, random).code }),
    ...maybe(random, { kind: pick(['par', 'art', 'annex,par'], random) }),
    ...maybe(random, { in_force: 'true' }),
    ...maybe(random, { explain: 'true' }),
    ...maybe(random, { facets: 'true' }),
    ...maybe(random, { typing: 'true' }),
    ...maybe(random, { jurisdiction: pick(['de', 'EU'], random) }),
  }),
  relationships: (subjects, random) => ({
    ...aNorm(subjects, random),
    ...maybe(random, { type: pick(['cites', 'cited_by', 'contains', 'contained_in'], random) }),
    ...page(subjects, random),
  }),
  normVersions: (subjects, random) => withoutDay(aNorm(subjects, random)),
  lawVersions: (subjects, random) => withoutDay(aLaw(subjects, random)),
  normDiff: (subjects, random) => ({ ...withoutDay(aNorm(subjects, random)), ...fromDay(subjects, random) }),
  lawDiff: (subjects, random) => ({ ...withoutDay(aLaw(subjects, random)), ...fromDay(subjects, random) }),
  changes: (subjects, random) => ({
    ...(subjects.days.length > 0 && maybe(random, { since: pick(subjects.days, random) })),
    ...maybe(random, { codes: pick(subjects.laws, random).code }),
    ...page(subjects, random),
  }),
  coverage: () => ({}),
  limitations: () => ({}),
  status: () => ({}),
  cite: (subjects, random) => ({ q: aText(subjects, random), ...asOf(subjects, random) }),
  check: (subjects, random) => ({ text: aText(subjects, random), ...asOf(subjects, random) }),
  grep: (subjects, random) => ({ pattern: pick(subjects.words, random), codes: pick(subjects.laws, random).code }),
}

const fromDay: MakeInput = ({ days }, random) => (days.length > 0 ? maybe(random, { from: pick(days, random) }) : {})

function withoutDay({ as_of: _day, ...input }: Record<string, unknown>): Record<string, unknown> {
  return input
}
