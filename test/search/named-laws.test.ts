/** Queries that name a law or a norm. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpus, found, hitOf, nameOf, norms, search } from './starter.ts'

test('a designation puts its norm first, however it is written', async () => {
  for (const [query, name] of [
    ['§ 7 HafenG', 'hafeng_2021 par:7'],
    ['hafeng 7', 'hafeng_2021 par:7'],
    ['§ 7 Abs. 1a HafenG 2021', 'hafeng_2021 par:7'],
    ['HafenG § 7', 'hafeng_2021 par:7'],
    ['Gebühr § 3 HafenG Hafen', 'hafeng_2021 par:3'],
    ['Art. 5 § 1 Satz 2 MSGBEG', 'msgbeg art:5/par:1'],
    ['§ 5 MSGB', 'msgb par:3-6'],
    ['§ 18 Möwensunder Stadtgesetzbuch', 'msgb par:18'],
    ['Artikel 13 MSVerf', 'msverf art:13'],
    ['§ 3.28a LeuchtFO', 'leuchtfo par:3.28a'],
    ['MSGB 12aa', 'msgb par:12aa'],
  ] as const) {
    const { items } = await search(query)
    assert.equal(items[0] && nameOf(items[0]), name, query)
    assert.ok((items[0]?.score ?? 0) > (items[1]?.score ?? 0))
    assert.equal(new Set(items.map(nameOf)).size, items.length, 'no norm twice')
  }
})

test('every section and article is first under its own designation, where that is of one norm only', async () => {
  const asked = new Map<string, string[]>()
  for (const { name, norm } of norms) {
    if (!/^(?:par|art):\w+$/.test(norm.norm)) continue
    const query = `${norm.label} ${(await corpus.law(norm.code))?.abbreviation}`
    asked.set(query, [...(asked.get(query) ?? []), name])
  }
  let count = 0
  for (const [query, names] of asked) {
    if (names.length > 1 || query === '§ 4 BienHV 1998') continue
    assert.equal((await found(query, { limit: 1 }))[0], names[0], query)
    count += 1
  }
  assert.ok(count >= 50)
})

test('several designations stand in their order', async () => {
  const names = await found('§ 22 MSGB und § 3 HafenG')
  assert.deepEqual(names.slice(0, 2), ['msgb par:22', 'hafeng_2021 par:3'])
  assert.equal(names.filter((name) => name === 'msgb par:22').length, 1)
})

test('a designation is no reason to leave the laws that are searched, or what is required', async () => {
  const elsewhere = await found('§ 7 HafenG', { codes: ['msgb'] })
  assert.ok(elsewhere.length > 0)
  assert.ok(elsewhere.every((name) => name.startsWith('msgb ')))
  assert.equal((await found('§ 7 HafenG', { codes: ['msgb', 'hafeng_2021'] }))[0], 'hafeng_2021 par:7')
  assert.equal((await found('§ 7 HafenG +Hafen'))[0], 'hafeng_2021 par:7')
  assert.ok(!(await found('§ 7 HafenG +Honig')).includes('hafeng_2021 par:7'))
  assert.ok(!(await found('§ 7 HafenG -Segelboote')).includes('hafeng_2021 par:7'))
})

test('in quotation marks a designation is a phrase', async () => {
  const names = await found('"§ 16 MSGB"')
  assert.deepEqual(names, ['hafeng_2021 par:4'])
  const without = (await search('Boot -"§ 7 HafenG"', { explain: true })).items
  assert.ok(without.length > 0)
  for (const { explanation } of without) assert.ok(explanation?.every(({ kind }) => kind !== 'designation'))
})

test('a law that is named is preferred, by its abbreviation more than by its name', async () => {
  const harbour = 'hafeng_2021 par:4'
  const plain = await found('Kündigung')
  assert.ok(plain.indexOf(harbour) > 2)
  for (const query of ['Kündigung HafenG', 'hafeng kündigung', 'Kündigung Hafengesetz']) {
    assert.equal((await found(query))[0], harbour, query)
    for (const name of plain) assert.ok((await found(query)).includes(name), `${query} does not leave out ${name}`)
  }
  const byAbbreviation = (await hitOf('Kündigung HafenG', harbour, { explain: true })).explanation ?? []
  const byName = (await hitOf('Kündigung Hafengesetz', harbour, { explain: true })).explanation ?? []
  const named = (parts: typeof byName) => parts.find(({ kind }) => kind === 'law_named')?.score ?? 0
  assert.ok(named(byAbbreviation) > named(byName))
  assert.ok(named(byName) > 0)
})

test('a norm of a law that is named moves up where its heading is all else that is asked', async () => {
  const kinds = async (query: string, name: string) =>
    ((await hitOf(query, name, { explain: true })).explanation ?? [])
      .filter(({ kind }) => kind === 'law_named')
      .map(({ name }) => name)
      .sort()
  assert.deepEqual(await kinds('Ordentliche Kündigung MSGB', 'msgb par:16'), ['heading', 'law'])
  assert.deepEqual(await kinds('Ordentliche Kündigung', 'msgb par:16'), [])
  assert.deepEqual(await kinds('Ordentliche Kündigung Frist MSGB', 'msgb par:16'), ['law'])
})

test('a norm moves up whose heading is the query, function words aside', async () => {
  const isHeading = async (query: string) =>
    (await hitOf(query, 'msgb par:16', { explain: true })).explanation?.some(({ kind }) => kind === 'heading')
  for (const query of ['Ordentliche Kündigung', 'kuendigung, ordentliche', 'die ordentlichen Kündigungen']) {
    assert.equal(await isHeading(query), true, query)
  }
  for (const query of ['Kündigung', 'Ordentliche Kündigung Frist', 'Ordentliche Kündigung MSGB']) {
    assert.equal(await isHeading(query), false, query)
  }
})

test('a long heading that is the query moves its norm up more', async () => {
  const shareOf = async (query: string, name: string) => {
    const { score, explanation } = await hitOf(query, name, { explain: true })
    const heading = explanation?.find(({ kind }) => kind === 'heading')
    assert.equal(heading?.name, 'heading')
    return (heading?.score ?? 0) / score
  }
  assert(
    (await shareOf('Überlassung eines Liegeplatzes, Pflichten', 'msgb par:14')) >
      1.3 * (await shareOf('Kündigung, ordentliche', 'msgb par:16')),
  )
})

test('a norm moves up most whose heading is the query word for word', async () => {
  const matchOf = async (query: string) => {
    const { score, explanation } = await hitOf(query, 'msgb par:16', { explain: true })
    return (explanation?.find(({ kind }) => kind === 'heading')?.score ?? 0) / score
  }
  const title = await matchOf('Ordentliche Kündigung')
  assert.ok(title > 1.5 * (await matchOf('Kündigung, ordentliche')), String(title))
})

test('a title of three words, word for word, moves its norm up still more', async () => {
  const title = await shareOfPart('Ordentliche Kündigung', 'msgb par:16', 'heading')
  const long = await shareOfPart('Pflichten bei der Überlassung eines Liegeplatzes', 'msgb par:14', 'heading')
  assert(long > 1.3 * title, `${long} and ${title}`)
})

test('in a law that the query names, a heading of just the other words counts more than a longer one', async () => {
  const just = await shareOfPart('MSGB ordentliche Kündigung', 'msgb par:16', 'law_named')
  const longer = await shareOfPart('MSGB Kündigung', 'msgb par:16', 'law_named')
  assert(just > 1.3 * longer, `${just} and ${longer}`)
})

/** The heading's share of the score. */
async function shareOfPart(query: string, name: string, kind: string): Promise<number> {
  const { score, explanation } = await hitOf(query, name, { explain: true })
  return (explanation?.find((part) => part.kind === kind && part.name === 'heading')?.score ?? 0) / score
}

test('the first norm of a section moves up whose title is the query', async () => {
  const names = async (query: string, name: string) =>
    ((await hitOf(query, name, { explain: true })).explanation ?? [])
      .filter(({ kind }) => kind === 'heading')
      .map(({ name }) => name)
  assert.deepEqual(await names('Grundsätze und Geltung', 'msgb par:1'), ['section'])
  assert.deepEqual(await names('Grundsätze und Geltung', 'msgb par:2'), [])
  assert.deepEqual(await names('Geltung', 'msgb par:1'), [])
})

test('a law that is excluded is not preferred', async () => {
  const hits = (await search('Kündigung -HafenG', { explain: true })).items
  assert.ok(hits.length > 0)
  for (const { explanation } of hits) assert.ok(explanation?.every(({ kind }) => kind !== 'law_named'))
})
