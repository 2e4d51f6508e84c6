/** A text names the same norms, or fails with the same kind of error, wherever it is entered. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { argumentRequests, lineRequests } from '../../src/cli/norm-requests.ts'
import { LegalText } from '../../src/library/legal-text.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { answerRequest } from '../../src/operations/norm-answers.ts'
import type { NormRequest } from '../../src/resolve/norm-requests.ts'
import { readOneNorm } from '../../src/resolve/norm-words.ts'
import { type ErrorKind, LegalTextError } from '../../src/util/errors.ts'
import { listenStarter, type StarterServer } from '../http/starter-server.ts'

let corpus: Corpus
let server: StarterServer
before(async () => {
  server = await listenStarter()
  corpus = server.corpus
})
after(() => server.close())

const kindOf = (error: unknown) => {
  if (error instanceof LegalTextError) return error.kind
  throw error
}

/** Norms that requests lead to, or the kind of their error. */
async function answers(requests: () => AsyncIterable<NormRequest> | Promise<NormRequest[]>): Promise<string[]> {
  const answers: string[] = []
  try {
    for await (const request of await requests()) {
      const answer = await answerRequest(corpus, request).catch(kindOf)
      const { norm, selection } = answer as { norm?: string; selection?: { path: string } | null }
      answers.push(typeof answer === 'string' ? answer : [norm, selection?.path].filter(Boolean).join('/'))
    }
  } catch (error) {
    answers.push(kindOf(error))
  }
  return answers
}

/** For each text, the norms that the command `norm` gives, and the error if only one norm is allowed. */
const CASES: [text: string, norms: string[], one: ErrorKind][] = [
  ['§ 12 f', ['par:12', 'par:12aa'], 'ambiguous'],
  ['§ 12 f.', ['par:12', 'par:12aa'], 'ambiguous'],
  ['§§ 1, 2', ['par:1', 'par:2'], 'ambiguous'],
  ['§ 14 Abs. 1 f.', ['par:14/abs:1', 'par:14/abs:2'], 'ambiguous'],
  ['§ 14 Abs. 1 bis 2', ['par:14/abs:1', 'par:14/abs:2'], 'ambiguous'],
  ['§§ 1, 10000, 2', ['par:1', 'not_found', 'par:2'], 'not_found'],
  ['1, 10000, 2', ['par:1', 'not_found', 'par:2'], 'not_found'],
  ['§§ 28 bis 99', ['par:28', 'par:30-31', 'par:32', 'not_found'], 'not_found'],
  ['32-99999999', ['par:32', 'not_found'], 'not_found'],
  ['§§ 7a bis c', ['par:7a', 'not_found'], 'not_found'],
  ['7a-c', ['par:7a', 'not_found'], 'not_found'],
  ['0 bis 2', ['not_found', 'par:1', 'par:2'], 'not_found'],
  ['§§ 90 bis 99', ['not_found'], 'not_found'],
  ['14-12', ['invalid_input'], 'invalid_input'],
  ['§§ 14 bis 12', ['invalid_input'], 'invalid_input'],
  ['§ 14 Abs. 2 bis 1', ['invalid_input'], 'invalid_input'],
  ['1 bis 2 bis 3', ['invalid_input'], 'invalid_input'],
  ['§§ 1 bis 2 bis 3', ['invalid_input'], 'invalid_input'],
]

for (const [text, norms, one] of CASES) {
  test(`${text} means the same on the command line, standard input, over HTTP and in the library`, async () => {
    const line = (words: string) =>
      lineRequests(
        corpus,
        (async function* () {
          yield Buffer.from(words)
        })(),
      )
    const named = `${text} MSGB`
    assert.deepEqual(await answers(() => argumentRequests(corpus, ['msgb', text])), norms, 'CODE NORM')
    assert.deepEqual(await answers(() => argumentRequests(corpus, [named])), norms, 'designation')
    assert.deepEqual(await answers(() => line(`msgb ${text}`)), norms, 'CODE NORM on standard input')
    assert.deepEqual(await answers(() => line(named)), norms, 'designation on standard input')

    const laws = new LegalText(corpus)
    const singles: [name: string, answer: Promise<unknown>][] = [
      ['library', laws.norm('msgb', text)],
      ['designation in the library', laws.norm(named)],
      ['related in the library', laws.related('msgb', text)],
      ['related', readOneNorm(corpus, [named])],
    ]
    for (const [name, answer] of singles) assert.equal(await answer.then(() => 'no error', kindOf), one, name)
    const route = `/laws/msgb/norms/${encodeURIComponent(text)}`
    for (const path of [route, `${route}/relationships`]) {
      assert.equal(((await server.ask(path)).body as { error?: string }).error, one, path)
    }
  })
}

test('an ambiguous bound of a range has its candidates, wherever it is given', async () => {
  const failed = async (answer: Promise<unknown>) => {
    const error = await answer.then(
      () => undefined,
      (reason) => reason as LegalTextError,
    )
    return [error?.kind, error?.details.candidates?.map(({ norm }) => norm)]
  }
  const expected = ['ambiguous', ['part:1/par:1', 'part:2/par:1']]
  for (const words of [['bienhv_2005', '1-3'], ['§§ 1 bis 3 BienHV 2005'], ['bienhv_2005', '§ 1 f.']]) {
    const [request, ...others] = await argumentRequests(corpus, words)
    assert(request !== undefined && others.length === 0)
    assert.deepEqual(await failed(answerRequest(corpus, request)), expected, words.join(' '))
  }
})
