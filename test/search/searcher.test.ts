import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import paraphrases from '../../src/import/search-index/paraphrases.json' with { type: 'json' }
import { parseQuery } from '../../src/search/index.ts'
import { searchCorpus } from './search-corpus.ts'
import { corpus, found, hitOf, marked, norms, search, words } from './starter.ts'

const sorted = (names: readonly string[]) => names.toSorted()

describe('words', () => {
  test('any inflection and any spelling finds the same, in the same order', async () => {
    for (const [word, ...others] of [
      ['Kündigung', 'Kündigungen', 'kündigt', 'gekündigt', 'kündigen', 'KÜNDIGUNG', 'Kuendigung', 'Ku\u0308ndigung'],
      ['Gebühr', 'Gebühren', 'gebuehren', 'GEBÜHR'],
      ['Liegeplatz', 'Liegeplätze', 'Liegeplaetzen', 'Liege\u00adplatz'],
      ['verjähren', 'Verjährung', 'verjaehrt'],
      ['Buße', 'Bussen', 'BUSSE', 'Bußen'],
    ] as [string, ...string[]][]) {
      const expected = await found(word)
      assert.ok(expected.length > 0, word)
      for (const other of others) assert.deepEqual(await found(other), expected, other)
    }
    const notice = await found('Kündigung')
    assert.deepEqual(sorted(notice.slice(0, 3)), ['msgb par:16', 'msgb par:17', 'msgb par:18'])
    for (const name of ['hafeng_2021 par:4', 'msgbeg art:5/par:1']) assert.ok(notice.includes(name), name)
  })

  test('a compound is found by its parts, and finds them, itself first', async () => {
    for (const part of ['Bescheid', 'Gebühr', 'Benutzung']) {
      const names = await found(part)
      assert.ok(names.includes('hafeng_2021 par:8'), part)
      assert.ok(part === 'Bescheid' || names.includes('hafeng_2021 par:7'), part)
    }
    const whole = await search('Hafenbenutzungsgebührenbescheid')
    assert.deepEqual(
      whole.items.slice(0, 2).map(({ norm }) => norm),
      ['par:8', 'par:7'],
    )
    assert.ok(marked(await hitOf('Bescheid', 'hafeng_2021 toc:1')).includes('Bescheid'))

    assert.ok((await found('Frist')).includes('msgb par:26'), 'where only Leihfrist stands')
    assert.equal((await found('Leihfrist'))[0], 'msgb par:26')
    assert.ok((await found('Leihfrist')).includes('msgb par:9'), 'where only Frist stands')
  })

  test('any word may match; what matches more stands higher by its score', async () => {
    const both = await search('Honig Imker')
    const each = new Set([...(await found('Honig')), ...(await found('Imker'))])
    assert.deepEqual(sorted(both.items.map(({ code, norm }) => `${code} ${norm}`)), sorted([...each]))
    const scores = both.items.map(({ score }) => score)
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    )
    assert.deepEqual(marked(await hitOf('Honig Imker', 'msgb par:23')), ['Imker', 'Honig'])
  })

  test('function words count only where there is nothing else', async () => {
    assert.deepEqual(await found('wo ist der Honig'), await found('Honig'))
    const alone = await found('wer')
    assert.ok(alone.includes('msgb par:15'))
    assert.ok(alone.length > (await found('Honig')).length)
  })

  test('numbers and the section sign are words', async () => {
    assert.deepEqual((await found('2016/679')).slice(0, 1), ['msgb par:7a'])
    assert.ok((await found('3.28a')).includes('leuchtfo par:3.28a'))
    assert.ok((await found('§')).includes('msgb par:1'))
    assert.ok((await found('𝄞 Zeichen')).includes('msgb par:28'))
  })

  test('what everyday language calls otherwise is found, for less than the word itself', async () => {
    for (const [word, wording, name] of [
      ['borgen', 'Leihe', 'msgb par:26'],
      ['abbestellen', 'Kündigung', 'msgb par:16'],
      ['betrügen', 'Täuschung', 'msgb par:18'],
    ] as const) {
      assert.ok((paraphrases[word] as string[]).includes(wording), 'the table has changed')
      assert.ok(!words.includes(word))
      const hit = await hitOf(word, name)
      assert.equal((await found(word))[0], name)
      assert.ok(hit.score < (await hitOf(wording, name)).score, word)
    }
    assert.deepEqual(marked(await hitOf('betrügen', 'msgb par:18')), ['getäuscht'])
  })

  test('a norm that only paraphrases find does not have the words', async () => {
    for (const word of ['abbestellen', 'betrügen']) {
      const { total, partial } = await search(word)
      assert.equal(total, 0, word)
      assert.ok(partial > 0, word)
    }
    assert.ok((await search('Kündigung')).total > 0)
  })

  test('a designation without a law finds the norms of that designation first', async () => {
    for (const [query, path, count] of [
      ['§ 12', 'par:12', 1],
      ['Paragraph 9', 'par:9', 1],
      ['§ 16 Abs. 2', 'par:16', 1],
      ['Art. 1', 'art:1', 3],
      ['Artikel 5', 'art:5', 1],
    ] as const) {
      const hits = (await found(query)).map((name) => name.split(' ')[1])
      assert.deepEqual(hits.slice(0, count), Array(count).fill(path), query)
    }
    assert.equal((await search('par:12 §par:12')).total, (await search('par 12 § par 12')).total)
  })

  test('words that nobody wrote find nothing', async () => {
    for (const query of [
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty*',
      '"__proto__"',
      '\u0000',
      'x'.repeat(999),
    ]) {
      const { corrections, near, ...found } = await search(query)
      assert.deepEqual(found, { items: [], total: 0, partial: 0, exact: true }, query)
    }
    assert.deepEqual(await found('constructor Imker'), await found('Imker'))
  })
})

describe('laws that are searched', () => {
  test('are chosen before the ranking, and the best of them are shown', async () => {
    const top = await found('Kündigung', { limit: 3 })
    assert.ok(top.every((name) => name.startsWith('msgb ')))
    const of = async (limit: number) => found('Kündigung Vertrag', { codes: ['hafeng_2021', 'msgbeg'], limit })
    const all = await of(50)
    assert.ok(all.length > 3)
    assert.deepEqual(await of(3), all.slice(0, 3))
  })

  test('any laws: the same norms as of all, and no others', async () => {
    const codes = (await corpus.laws({})).items.map(({ code }) => code)
    for (const query of ['Stadt', 'Kündigung Bienen', '+Hafenmeisterei', '"der Hafenmeisterei"', 'buch* -Bürgerrat']) {
      const all = await found(query)
      for (const [index, code] of codes.entries()) {
        const pair = [code, codes[(index + 3) % codes.length] as string]
        const expected = all.filter((name) => pair.includes(name.split(' ')[0] as string))
        assert.deepEqual(sorted(await found(query, { codes: pair })), sorted(expected), `${query} ${pair}`)
        const { total, partial } = await search(query, { codes: pair, limit: 1 })
        assert.equal(total + partial, expected.length)
      }
    }
    assert.deepEqual(await found('Stadt', { codes: ['nolaw'] }), [])
  })
})

describe('pages', () => {
  test('one after the other are the whole, and each has the same total', async () => {
    for (const query of ['Stadt', '§ 7 HafenG', 'Kündigung Hafen Boot', '+Hafen', 'der', 'ha*']) {
      const whole = await search(query)
      const paged = []
      const count = whole.total + whole.partial
      for (let offset = 0; offset < count; offset += 4) {
        const page = await search(query, { limit: 4, offset })
        assert.deepEqual([page.total, page.partial], [whole.total, whole.partial])
        paged.push(...page.items)
      }
      assert.ok(count > 4, query)
      assert.equal(whole.exact, true)
      assert.equal(whole.items.length, count)
      assert.deepEqual(paged, whole.items, query)
    }
  })

  test('after the last there is nothing', async () => {
    const { total, partial } = await search('Kündigung')
    for (const offset of [total + partial, total + partial + 1, 1000, Number.MAX_SAFE_INTEGER - 1000]) {
      assert.deepEqual(await search('Kündigung', { offset, limit: 10 }), {
        items: [],
        total,
        partial,
        exact: true,
        corrections: [],
        near: [],
      })
    }
  })

  test('norms of the same score stand in the order of their laws and documents', async () => {
    const order = norms.map(({ name }) => name)
    const equal = await search('"in der" xyzzy')
    assert.ok(equal.items.length > 3)
    assert.equal(equal.total, 0)
    assert.ok(equal.items.every(({ score }) => score === equal.items[0]?.score))
    const names = equal.items.map(({ code, norm }) => `${code} ${norm}`)
    assert.deepEqual(
      names,
      order.filter((name) => names.includes(name)),
    )
  })
})

describe('highlights', () => {
  test('are stretches of whole words of the snippet, in order, whatever the query', async () => {
    let count = 0
    for (const word of words) {
      for (const { snippet, highlights } of (await search(word, { limit: 20 })).items) {
        assert.ok(snippet.length <= 240)
        let last = 0
        for (const [start, end] of highlights) {
          assert.ok(last <= start && start < end && end <= snippet.length, word)
          assert.match(snippet.slice(start, end), /^(?:§|[\p{L}\p{N}\p{M}\u00ad.,]+)$/u)
          // A superscript number (`10²`) is a separate word.
          if (!/\p{No}/u.test(snippet.slice(start, end))) {
            assert.doesNotMatch(snippet.slice(0, start), /[\p{L}\p{Nd}]$/u)
            assert.doesNotMatch(snippet.slice(end), /^[\p{L}\p{Nd}]/u)
          }
          last = end
          count += 1
        }
      }
    }
    assert.ok(count > 1000)
  })

  test('mark the words that match: inflections, compounds, phrases, and nothing else', async () => {
    assert.deepEqual(marked(await hitOf('Kündigung', 'msgb par:16')), ['gekündigt', 'Kündigungsfrist', 'Kündigt'])
    assert.deepEqual(marked(await hitOf('"Kündigung eines Vertrags"', 'hafeng_2021 par:4')), [
      'Kündigung',
      'eines',
      'Vertrags',
    ])
    const phrase = marked(await hitOf('"drei Monate" Eisgang', 'msgb par:16'))
    assert.deepEqual(phrase.slice(0, 2), ['drei', 'Monate'])
    assert.equal(phrase.filter((word) => word === 'Monats').length, 0, 'not outside of the phrase')
    const compound = marked(await hitOf('Bescheid', 'hafeng_2021 par:8'))
    assert.deepEqual(compound, ['Hafenbenutzungsgebührenbescheid', 'Bescheid', 'Hafenbenutzungsgebührenbescheid'])
    assert.deepEqual(marked(await hitOf('Kündigung Hafenmeisterei', 'msgb par:18')).includes('Hafenmeisterei'), false)
  })

  test('stand in snippets around the matches of long texts', async () => {
    const hit = await hitOf('Handschlag Glauben glaubhaft', 'msgb par:7')
    assert.ok(hit.highlights.length > 0)
    assert.match(hit.snippet, /^… |…$/)
  })
})

test('closing waits for searches', async () => {
  const other = await openCorpus({ dataset: 'starter' })
  const searches = ['Honig', 'Kündigung', '§ 16 MSGB'].map((query) => searchCorpus(other, query))
  const designated = await searchCorpus(other, 'Honig')
  const last = other.search({ query: parseQuery('Honig'), codes: [], designated: [], limit: 20, offset: 0 })
  await other.close()
  assert.deepEqual(await last, designated)
  for (const { total } of await Promise.all(searches)) assert.ok(total > 0)
})
