import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { LegalText, open } from '../../src/library/legal-text.ts'
import { catalogue } from '../../src/operations/catalogue.ts'
import { norm } from '../../src/operations/norm.ts'
import { type ErrorKind, LegalTextError } from '../../src/util/errors.ts'

const laws = await open({ dataset: 'starter' })
after(() => laws.close())

const failsAs = (kind: ErrorKind, message: RegExp) => (error: unknown) => {
  assert(error instanceof LegalTextError, String(error))
  assert.equal(error.kind, kind)
  assert.match(error.message, message)
  return true
}

/** A promise and the function that resolves it. */
function gate() {
  let pass = () => {}
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { passed, pass }
}

describe('the front door of the library', () => {
  it('has a method for every operation', () => {
    const others: Record<string, string> = { relationships: 'related', namedNorm: 'norm' }
    const names = catalogue.map(({ name }) => others[name] ?? name)
    for (const name of names) {
      const missing = `add a method ${name}() to the class LegalText in src/library/legal-text.ts`
      assert.equal(typeof laws[name as 'norm'], 'function', missing)
    }
  })

  it('asks as of a day, for versions, differences and changes', async () => {
    const day = { as_of: '1.6.2024' }
    for (const answer of [await laws.norm('§ 22a MSGB', day), await laws.norm('msgb', '22a', day)]) {
      assert.deepEqual([answer.norm, answer.as_of], ['par:22a', '2024-06-01'])
    }
    assert.equal((await laws.related('§ 22a MSGB', day)).as_of, '2024-06-01')
    assert.equal((await laws.cite('§ 22a MSGB', day)).citations[0]?.status, 'resolved')
    assert.equal((await laws.normVersions('msgb', '22a')).count, 1)
    assert.equal((await laws.lawVersions('MSGB')).count, 3)
    assert.deepEqual((await laws.normDiff('msgb', '16', { from: '2024-06-01' })).differs, ['text'])
    assert.equal((await laws.lawDiff('msgb', { from: '2024-06-01', to: '2026-01-01' })).count, 7)
    assert.equal((await laws.changes({ codes: ['msgb'], since: '2026-01-01' })).total, 3)
    await assert.rejects(
      laws.norm('§ 22a MSGB', { as_of: 'gestern' }),
      failsAs('invalid_input', /^as_of: must be a day/),
    )
    await assert.rejects(laws.norm('msgb', '1', { day: 1 } as never), failsAs('invalid_input', /day/))
  })

  it('gives a norm by its designation, by its law and number, by its path', async () => {
    const expected = await norm.run(laws.corpus, { code: 'msgb', norm: 'par:1/abs:2' })
    assert.deepEqual({ ...(await laws.norm('§ 1 Abs. 2 MSGB')), resolution: null }, expected)
    assert.deepEqual({ ...(await laws.norm('MSGB', '1 Abs. 2')), resolution: null }, expected)
    assert.deepEqual(await laws.norm('msgb', 'par:1/abs:2'), expected)
  })

  it('says what a designation names and the answer lacks', async () => {
    const { resolution } = await laws.norm('§ 1 MSGB a. F.')
    assert.equal(resolution?.by, 'approximation')
    assert.equal(resolution.requested, '§ 1 MSGB a. F.')
    assert.match(resolution.message, /edition \(a\. F\.\)/)
  })

  it('applies the defaults and the options of each question', async () => {
    const { limit, offset, results } = await laws.search('Kündigung')
    assert.deepEqual([limit, offset], [20, 0])
    assert.deepEqual((await laws.search('Kündigung', { limit: 1 })).results, results.slice(0, 1))
    assert.equal((await laws.search('Kündigung', { codes: ['MSGB'] })).codes[0], 'msgb')
    assert.deepEqual((await laws.laws({ query: 'Hafen' })).laws[0]?.code, 'hafeng_2021')
    assert.equal((await laws.laws()).count, (await laws.coverage()).laws)
    assert.equal((await laws.law('MSGB')).code, 'msgb')
    assert.equal((await laws.limitations({ law_id: 'buechv' })).count, 1)
    assert.equal((await laws.status()).status, 'ready')
    assert.equal((await laws.designations('§§ 1, 2 MSGB')).count, 2)
  })

  it('gives what is related to a norm, however the norm is named', async () => {
    const all = await laws.related('msgbeg', 'art:5')
    assert(all.count > 1)
    assert.deepEqual(await laws.related('Art. 5 MSGBEG'), all)
    const contained = all.relationships.filter(({ type }) => type === 'contains')
    assert.deepEqual((await laws.related('msgbeg', 'art:5', { type: 'contains' })).relationships, contained)
    assert.deepEqual((await laws.related('Art. 5 MSGBEG', { type: 'contains' })).relationships, contained)
  })

  it('reads and checks texts', async () => {
    const { citations } = await laws.cite('Nach § 1 Abs. 2 MSGB gilt das.')
    assert.deepEqual([citations[0]?.norm, citations[0]?.subdivision], ['par:1', 'abs:2'])
    const { findings } = await laws.check('# Anlage\n\nNach **§ 99** MSGB.', { format: 'markdown' })
    assert.deepEqual([findings[0]?.class, findings[0]?.line], ['wrong', 3])
  })

  it('yields the norms of a law one by one', async () => {
    const { norms } = await laws.law('msgb')
    const read = await Array.fromAsync(laws.norms('MSGB'), ({ norm }) => norm)
    assert.deepEqual(
      read,
      norms.map(({ norm }) => norm),
    )
  })

  it('names what is wrong with an argument', async () => {
    await assert.rejects(laws.search('Hafen', { limit: 101 }), failsAs('invalid_input', /^limit: .* 1 to 100$/))
    await assert.rejects(laws.search(''), failsAs('invalid_input', /^q: must be the words/))
    for (const several of [laws.norm('§§ 1, 2 MSGB'), laws.norm('msgb', '§§ 1, 2'), laws.related('§ 1 f. MSGB')]) {
      await assert.rejects(several, failsAs('ambiguous', /names 2 norms of MSGB; ask for one at a time: § 1, § 2$/))
    }
    await assert.rejects(laws.norm('msgb', '99'), failsAs('not_found', /99/))
    await assert.rejects(laws.norm('§ 1 MSGBEG'), failsAs('ambiguous', /./))
    await assert.rejects(laws.norms('nope').next(), failsAs('not_found', /nope/))
    // As untyped JavaScript may call it.
    await assert.rejects(laws.law(undefined as unknown as string), failsAs('invalid_input', /^code: must be/))
    await assert.rejects(laws.norm('msgb', 1 as unknown as string), failsAs('invalid_input', /^norm: must be/))
  })

  it('opens what DATASET_PATH names, unless it is told otherwise', async (context) => {
    const before = process.env.DATASET_PATH
    context.after(() => {
      if (before === undefined) delete process.env.DATASET_PATH
      else process.env.DATASET_PATH = before
    })
    process.env.DATASET_PATH = '/no/such/dataset'
    await assert.rejects(open(), failsAs('not_ready', /no\/such/))
    await (await open({ dataset: 'starter' })).close()
    process.env.DATASET_PATH = 'starter'
    const sample = await open()
    assert.equal((await sample.law('msgb')).code, 'msgb')
    await sample.close()
  })
})

describe('closing', () => {
  it('waits for the answers under way, and takes no more questions', async () => {
    const corpus = await openCorpus({ dataset: 'starter' })
    const [reached, go] = [gate(), gate()]
    const coverage = corpus.coverage.bind(corpus)
    corpus.coverage = async () => {
      reached.pass()
      await go.passed
      return coverage()
    }
    const other = new LegalText(corpus)
    const answer = other.coverage()
    await reached.passed
    let isClosed = false
    const closing = other.close().then(() => {
      isClosed = true
    })
    await assert.rejects(other.norm('§ 1 MSGB'), failsAs('not_ready', /^the corpus is closed/))
    assert.equal(isClosed, false)
    go.pass()
    assert((await answer).laws > 0)
    await closing
    await other.close()
    await assert.rejects(other.search('Hafen'), failsAs('not_ready', /^the corpus is closed/))
    await assert.rejects(other.norms('msgb').next(), failsAs('not_ready', /^the corpus is closed/))
    await assert.rejects(
      norm.run(other.corpus, { code: 'msgb', norm: '1' }),
      failsAs('not_ready', /^the corpus is closed/),
    )
  })

  it('does not wait for an iteration over norms that nobody goes on with', async () => {
    const other = await open({ dataset: 'starter' })
    await other.norms('msgb').next()
    other.norms('msgbeg')
    for (const iterator = other.norms('msverf'); !(await iterator.next()).done; ) break
    await other.close()
  })

  it('ends an iteration over norms with a clear error', async () => {
    const other = await open({ dataset: 'starter' })
    const reading = other.norms('msgb')
    assert.equal((await reading.next()).value?.norm, 'toc:1')
    await other.close()
    await assert.rejects(reading.next(), failsAs('not_ready', /^the corpus is closed/))
    assert.equal((await reading.next()).done, true)
  })

  it('may be within an iteration over norms', async () => {
    const other = await open({ dataset: 'starter' })
    const read: string[] = []
    const reading = async () => {
      for await (const { norm } of other.norms('msgb')) {
        read.push(norm)
        await other.close()
      }
    }
    await assert.rejects(reading(), failsAs('not_ready', /^the corpus is closed/))
    assert.deepEqual(read, ['toc:1'])
  })

  it('waits for the step of an iteration over norms that is under way', async () => {
    const corpus = await openCorpus({ dataset: 'starter' })
    const other = new LegalText(corpus)
    const [reached, go] = [gate(), gate()]
    const norms = corpus.norms.bind(corpus)
    corpus.norms = async function* (...range) {
      reached.pass()
      await go.passed
      yield* norms(...range)
    }
    const step = other.norms('msgb').next()
    await reached.passed
    const closing = other.close()
    go.pass()
    await assert.rejects(step, failsAs('not_ready', /^the corpus is closed/))
    await closing
  })

  it('is what leaving a block does', async () => {
    const other = await open({ dataset: 'starter' })
    {
      await using scoped = other
      assert.equal((await scoped.status()).status, 'ready')
    }
    await assert.rejects(other.status(), failsAs('not_ready', /closed/))
  })
})
