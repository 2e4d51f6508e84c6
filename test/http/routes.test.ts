import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { catalogue } from '../../src/operations/catalogue.ts'
import { parseInput, routedOf } from '../../src/operations/operation.ts'
import { assertDocumented } from './document.ts'
import { operationUrl } from './operation-url.ts'
import type { Answer } from './server.ts'
import { listenStarter, type StarterServer } from './starter-server.ts'

let server: StarterServer
before(async () => {
  server = await listenStarter()
})
after(() => server.close())

/** A GET whose answer must conform to the OpenAPI document. */
async function get(path: string): Promise<Answer> {
  const answer = await server.ask(path)
  assertDocumented(path, answer)
  return answer
}

async function status(path: string): Promise<number> {
  return (await get(path)).status
}

test('every operation answers its example with what it returns', async () => {
  for (const operation of routedOf(catalogue)) {
    const answer = await get(operationUrl(operation, operation.example))
    assert.equal(answer.status, 200, operation.name)
    const expected = await operation.run(server.corpus, parseInput(operation, operation.example))
    assert.deepEqual(answer.body, JSON.parse(JSON.stringify(expected)))
  }
})

test('liveness', async () => {
  assert.deepEqual((await get('/health')).body, { status: 'ok' })
})

test('a norm path in one segment: colon and slash encoded or not, short forms, names of the law', async () => {
  const { body } = await get('/laws/msgbeg/norms/art%3A5%2Fpar%3A1')
  assert.equal(body.norm, 'art:5/par:1')
  for (const path of [
    '/laws/msgbeg/norms/art:5%2Fpar:1',
    '/laws/msgbeg/norms/art:5%2fpar%3a1',
    '/laws/MSGBEG/norms/art:5%2Fpar:1',
  ]) {
    assert.deepEqual((await get(path)).body, body, path)
  }
  assert.equal((await get('/laws/msgb/norms/%C2%A7%201')).body.norm, 'par:1')
  assert.equal((await get('/laws/M%C3%B6wensunder%20Stadtgesetzbuch/norms/1')).body.norm, 'par:1')
})

test('an unencoded slash does not route to the norm, and the error says how to write it', async () => {
  const answer = await get('/laws/msgbeg/norms/art:5/par:1')
  assert.equal(answer.status, 404)
  assert.match(answer.body.message, /%2F/)
})

test('a subdivision is selected', async () => {
  const { body } = await get('/laws/msgb/norms/par:7%2Fabs:1')
  assert.equal(body.norm, 'par:7')
  assert.equal(body.selection.path, 'abs:1')
  assert(body.text.includes(body.selection.text))
})

test('lists come in pages', async () => {
  const all = (await get('/laws')).body
  assert.equal(all.count, all.total)
  assert.equal(all.next, null)
  const codes = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Answer = await get(`/laws?limit=2&offset=${offset}`)
    codes.push(...page.body.laws.map((law: { code: string }) => law.code))
    offset = page.body.next
  }
  assert.deepEqual(
    codes,
    all.laws.map((law: { code: string }) => law.code),
  )
})

test('search in some laws: commas, repetition and aliases', async () => {
  for (const codes of ['codes=msgb,hafeng_2021', 'codes=msgb&codes=hafeng_2021', 'codes=MSGB&codes=HafenG,msgb']) {
    const { body } = await get(`/search?q=K%C3%BCndigung&${codes}`)
    assert.deepEqual(body.codes, ['msgb', 'hafeng_2021'])
    assert(body.total > 0)
  }
})

test('a score is explained where that is asked for', async () => {
  const { body } = await get('/search?q=K%C3%BCndigung&limit=3&explain=true')
  assert.equal(body.count, 3)
  for (const { score, explanation } of body.results) {
    const sum = explanation.reduce((total: number, part: { score: number }) => total + part.score, 0)
    assert.equal(sum.toFixed(4), score.toFixed(4))
  }
  for (const query of ['', '&explain=false']) {
    const { body: plain } = await get(`/search?q=K%C3%BCndigung&limit=3${query}`)
    assert.deepEqual(
      plain.results,
      body.results.map(({ explanation, ...hit }: { explanation: unknown }) => hit),
    )
  }
})

test('what is not there is 404, with the code that was asked for', async () => {
  for (const path of ['/laws/nix', '/laws/nix/norms/par:1', '/laws/nix/norms/par:1/relationships']) {
    const answer = await get(path)
    assert.equal(answer.status, 404)
    assert.equal(answer.body.error, 'not_found')
    assert.equal(answer.body.code, 'nix')
  }
  assert.equal(await status('/laws/msgb/norms/par:999'), 404)
  assert.equal(await status('/search?q=Hafen&codes=nix'), 404)
})

test('what is ambiguous is 409 with candidates', async () => {
  for (const path of ['/laws/BienHV', '/laws/msgbeg/norms/%C2%A7%201', '/search?q=Bienen&codes=BienHV']) {
    const answer = await get(path)
    assert.equal(answer.status, 409, path)
    assert.equal(answer.body.error, 'ambiguous')
    assert(answer.body.candidates.length >= 2)
  }
})

test('unreadable input is 422 and names the parameter', async () => {
  const wrong: [string, string][] = [
    ['/laws?limit=0', 'limit'],
    ['/laws?limit=1.5', 'limit'],
    ['/laws?limit=-1', 'limit'],
    ['/laws?offset=x', 'offset'],
    ['/laws?offset=99999999999999999999', 'offset'],
    ['/laws?limit=1&limit=2', 'limit'],
    ['/laws?color=red', 'color'],
    ['/laws/msgb?code=msgbeg', 'code'],
    ['/laws/msgb/norms/par:1?text=1', 'text'],
    ['/laws/msgb/norms/par:1/relationships?type=likes', 'type'],
    ['/laws/msgb/norms/par:1/relationships?limit=1001', 'limit'],
    ['/corpus/coverage?x=', 'x'],
    ['/corpus/source-limitations?terminal_state=lost', 'terminal_state'],
    ['/search', 'q'],
    ['/search?q=', 'q'],
    ['/search?q=%2B%20-%20%22', 'q'],
    ['/search?q=-Hafen', 'q'],
    [`/search?q=${'a'.repeat(1001)}`, 'q'],
    ['/search?q=a&limit=101', 'limit'],
    ['/search?q=%zz', 'q'],
    ['/search?q=a&codes=,', 'codes'],
    ['/search?q=a&explain=maybe', 'explain'],
    ['/search?q=a&explain=', 'explain'],
    ['/ready?x=1', 'x'],
    ['/health?x=1', 'x'],
    ['/openapi.json?x=1', 'x'],
    ['/citations', 'q'],
  ]
  for (const [path, parameter] of wrong) {
    const answer = await get(path)
    assert.equal(answer.status, 422, path)
    assert.equal(answer.body.error, 'invalid_input')
    assert.deepEqual(
      answer.body.issues.map((issue: { path: string }) => issue.path),
      [parameter],
      path,
    )
  }
})

test('odd paths get sane answers', async () => {
  const odd: [string, number][] = [
    ['//', 404],
    ['//laws', 404],
    ['/laws/', 308],
    ['/laws//', 308],
    ['/laws//msgb', 404],
    ['/laws//norms/par:1', 404],
    ['/laws/msgb/norms', 200],
    ['/laws/msgb/norms/', 308],
    ['/laws/..', 404],
    ['/laws/%2e%2e', 404],
    ['/laws/../health', 404],
    ['/laws/..%2F..%2Fetc%2Fpasswd', 404],
    ['/laws/%00', 404],
    ['/laws/msgb%00', 404],
    ['/laws/%20', 422],
    ['/laws/msgb/norms/%00', 422],
    ['/laws/msgb/norms/%20', 422],
    ['/laws/msgb/norms/constructor', 422],
    ['/laws/constructor', 404],
    ['/laws/__proto__', 404],
    ['/laws/%zz', 422],
    ['/laws/msgb/norms/par%3', 422],
    ['/laws/msgb/norms/par%C3', 422],
    ['/nowhere/%c0%ae', 422],
    [`/laws/${'a'.repeat(5000)}`, 422],
    [`/laws/msgb/norms/${'1'.repeat(5000)}`, 422],
    ['/openapi', 404],
    ['/laws?', 200],
    ['/laws/msgb/norms/par:1?', 200],
  ]
  for (const [path, expected] of odd) {
    const answer = await server.ask(path)
    assert.equal(answer.status, expected, `${path}: ${answer.text}`)
    if (expected >= 400) assert.equal(typeof answer.body.message, 'string')
  }
})

test('many requests at once each get their own answer', async () => {
  const { norms } = (await get('/laws/msgb')).body
  const paths = Array.from({ length: 200 }, (_, i) => norms[i % norms.length].norm as string)
  const answers = await Promise.all(paths.map((path) => server.ask(`/laws/msgb/norms/${encodeURIComponent(path)}`)))
  assert.deepEqual(
    answers.map((answer) => answer.body.norm),
    paths,
  )
})
