import * as z from 'zod'
import type { Corpus } from '../../model/corpus.ts'
import { type Answered, answerRequest, answersInContext, answersOf } from '../../operations/norm-answers.ts'
import { offsetInput, record, wholeNumber } from '../../operations/operation.ts'
import { corpusOf } from '../../resolve/as-of.ts'
import { designatedRequests, type NormRequest, requestOf, requestsInLaw } from '../../resolve/norm-requests.ts'
import { argumentError } from '../../util/arguments.ts'
import { errorBody, LegalTextError } from '../../util/errors.ts'
import type { Item } from '../answer.ts'
import { namedByAddress, namesLaw } from '../named.ts'
import { type NormItem, type NormSurroundings, normItem } from '../norm-item.ts'
import { endedNote } from '../observed.ts'
import { asOfInput, lawOfNormInput, normFacts, normName, requestError } from '../schemas.ts'
import { counted } from '../text.ts'
import { defineTool, errorResult } from '../tool.ts'

const MOST_NORMS = 50
const MOST_CONTEXT = 20

export const getNorm = defineTool({
  name: 'get_norm',
  title: 'Get norms',
  description:
    'The exact wording of norms: one, several, a range or a part (`§§ 433-435 BGB`, `§ 433 Abs. 1 BGB`). Use it before you quote.',
  operations: ['norm', 'norms', 'namedNorm', 'namedNorms', 'designations'],
  input: z.strictObject({
    norm: z
      .union([normName, z.array(normName).min(1).max(MOST_NORMS)], {
        error: `must be a designation, or 1 to ${MOST_NORMS} of them`,
      })
      .describe(''),
    code: lawOfNormInput,
    context: wholeNumber(0, MOST_CONTEXT).default(0).describe('Norms around.'),
    as_of: asOfInput,
    offset: offsetInput.describe(''),
    from_character: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0).describe(''),
  }),
  output: record(() => ({
    norms: z.array(z.union([normFacts(), requestError()])),
    count: z.int().describe('Number of norms that were asked for.'),
    next: z
      .object({ offset: z.int(), from_character: z.int() })
      .nullable()
      .describe('What to add to the same call for what was left out; null if nothing was.'),
  })),
  async answer(corpus, { norm, code, context, as_of, offset, from_character }) {
    const view = await corpusOf(corpus, as_of)
    const requests: NormRequest[] = []
    for (const text of [norm].flat()) requests.push(...(await requestsOf(view, text, code)))
    const [only] = requests
    const answers =
      context > 0
        ? await listed(answersInContext(view, requests, context, as_of))
        : only !== undefined && requests.length === 1
          ? // Its error is that of the call.
            [{ request: only.request, answer: await answerRequest(view, only, as_of) }]
          : undefined
    if (answers?.every(({ answer }) => answer instanceof LegalTextError)) throw answers[0]?.answer
    const count = answers?.length ?? requests.length
    if (offset > 0 && offset >= count) throw argumentError('offset', `there are only ${counted(count, 'norms')}`)
    const rest = answers?.slice(offset) ?? answersOf(view, requests.slice(offset), as_of)
    return {
      text: '',
      facts: { count },
      list: {
        name: 'norms',
        items: itemsOf(rest, from_character, await surroundingsIn(corpus, as_of)),
        ending(shown, isCut) {
          const next = nextOf(shown, isCut, offset, count)
          return { facts: { next }, text: next === null ? '' : advice(shown, next, offset, count) }
        },
      },
    }
  },
})

async function listed(answers: AsyncIterable<Answered>): Promise<Answered[]> {
  const all: Answered[] = []
  for await (const answered of answers) all.push(answered)
  return all
}

/** The norms that one text names. An error is an answer of its own. */
async function requestsOf(corpus: Corpus, text: string, code: string | undefined): Promise<NormRequest[]> {
  try {
    const addressed = namedByAddress(text)
    if (addressed !== undefined) return requestsInLaw(corpus, addressed.code, addressed.norm, text)
    const isOfLaw = code !== undefined && !namesLaw(text)
    return isOfLaw ? await requestsInLaw(corpus, code, text) : await designatedRequests(corpus, text)
  } catch (error) {
    if (error instanceof LegalTextError) return [requestOf(text, error)]
    throw error
  }
}

async function* itemsOf(
  answers: Iterable<Answered> | AsyncIterable<Answered>,
  fromCharacter: number,
  surroundings: (code: string) => Promise<NormSurroundings>,
): AsyncGenerator<Item> {
  let skipped = fromCharacter
  for await (const { request, answer } of answers) {
    if (answer instanceof LegalTextError) yield errorItem(request, answer)
    else yield normItem(answer, await surroundings(answer.code), skipped)
    skipped = 0
  }
}

/** What is to be said of the norms of each law, found once. @param asOf the day, if one was named */
async function surroundingsIn(corpus: Corpus, asOf: string | undefined) {
  const states = await corpus.states()
  const known = new Map<string, NormSurroundings>()
  return async (code: string): Promise<NormSurroundings> => {
    const found = known.get(code)
    if (found !== undefined) return found
    const ended = asOf === undefined ? '' : endedNote(states, await corpus.lawVersions(code))
    const surroundings = { states, notes: [ended].filter(Boolean) }
    known.set(code, surroundings)
    return surroundings
  }
}

function errorItem(request: string, error: LegalTextError): Item {
  const [content] = errorResult(error).content
  return {
    text: content?.type === 'text' ? `## ${request}\n\n${content.text}` : '',
    facts: { request, ...errorBody(error) },
  }
}

interface Next {
  offset: number
  from_character: number
}

function nextOf(shown: readonly Item[], isCut: boolean, offset: number, count: number): Next | null {
  const last = shown.at(-1)?.facts as Partial<NormItem['facts']> | undefined
  if (last?.left_out !== undefined) {
    const from_character = (last.offset ?? 0) + (last.text?.length ?? 0)
    return { offset: offset + shown.length - 1, from_character }
  }
  return isCut || offset + shown.length < count ? { offset: offset + shown.length, from_character: 0 } : null
}

function advice(shown: readonly Item[], next: Next, offset: number, count: number): string {
  const place = `\`offset\` ${next.offset}${next.from_character > 0 ? ` and \`from_character\` ${next.from_character}` : ''}`
  const what = next.from_character > 0 ? 'The wording goes on' : `${offset + shown.length} of ${count} norms shown`
  const part = next.from_character > 0 ? ', or name a part of the norm' : ''
  return `${what}. To go on, repeat the call with ${place}${part}.`
}
