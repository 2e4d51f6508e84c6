import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found, hitOf, marked, norms, search, words } from './starter.ts'

const sorted = (names: readonly string[]) => names.toSorted()
const namesWhere = (holds: (parts: string[][]) => boolean) =>
  norms.filter(({ parts }) => holds(parts)).map(({ name }) => name)

/** Whether one part of a norm (designation, heading or text) contains the phrase. */
const hasRow = (parts: string[][], row: string[]) =>
  parts.some((part) => part.some((_, start) => row.every((word, index) => part[start + index] === word)))

test('a phrase stands in the norm word for word', async () => {
  assert.deepEqual(await found('"Rücksicht und Redlichkeit"'), ['msgb par:1', 'msgb toc:1'])
  assert.deepEqual(await found('"Redlichkeit und Rücksicht"'), [])
  assert.deepEqual(await found('"Rücksicht Redlichkeit"'), [])
  assert.deepEqual(await found('"Rücksichten und Redlichkeit"'), [], 'other inflections are other words')
  assert.deepEqual(await found('"moewensunder STADTGESETZBUCHS"'), await found('"Möwensunder Stadtgesetzbuchs"'))
  assert.deepEqual(await found('"Form der Kündigung"'), ['msgb par:17'], 'a heading')
  assert.deepEqual(await found('"der Kündigung Gekündigt"'), [], 'not from the heading into the text')
  for (const quoted of ['„drei Monate“', '»drei Monate«', '“drei Monate”']) {
    assert.deepEqual(await found(quoted), ['msgb par:16'], quoted)
  }
})

test('a phrase goes across line breaks and marks', async () => {
  const lines = norms.find(({ name }) => name === 'msverf preamble:1')?.norm.text ?? ''
  assert.match(lines, /sind,\ngewillt/)
  assert.deepEqual(await found('"sind gewillt einander"'), ['msverf preamble:1'])
  assert.deepEqual(marked(await hitOf('"sind gewillt"', 'msverf preamble:1')), ['sind', 'gewillt'])
})

test('whatever the phrase: exactly the norms that have it', async () => {
  let several = 0
  for (const { parts } of norms) {
    for (const part of parts) {
      for (let start = 0; start + 3 <= part.length; start += 11) {
        const row = part.slice(start, start + 3)
        const expected = namesWhere((others) => hasRow(others, row))
        if (expected.length > 1) several += 1
        assert.deepEqual(sorted(await found(`"${row.join(' ')}"`)), sorted(expected), row.join(' '))
      }
    }
  }
  assert.ok(several > 20)
})

test('+ requires', async () => {
  const required = await found('+Boot Segelboot')
  assert.ok(required.length > 0)
  assert.ok(!required.includes('hafeng_2021 par:7'), 'Segelboote only')
  assert.ok((await found('Boot Segelboot')).includes('hafeng_2021 par:7'))
  const common = (await found('+Kündigung')).filter((name) => required.includes(name))
  assert.deepEqual(await found('+Boot +Kündigung'), common)
  assert.deepEqual(sorted(await found('+Kündigung +Frist')), ['msgb par:16', 'msgb par:18', 'msgbeg art:5/par:1'])
  assert.deepEqual(await found('+Honig +constructor'), [])
  assert.ok((await found('+Bücherei')).includes('msverf art:1'), 'as part of Stadtbücherei')
  assert.ok((await found('Kündigung')).includes('msgb par:22'), 'by the title of its section')
  assert.ok(!(await found('+Kündigung')).includes('msgb par:22'), 'which is not in the norm')
})

test('- excludes', async () => {
  const without = await found('Kündigung -Liegeplatz')
  assert.ok(without.includes('msgb par:18'))
  const holding = new Set(
    namesWhere((parts) => parts.flat().some((word) => /^liegepl(?:a|ae)tz(?:es?|en)?$/.test(word))),
  )
  assert.ok(holding.has('msgb par:16'))
  const expected = (await found('Kündigung')).filter((name) => !holding.has(name))
  assert.deepEqual(sorted(without), sorted(expected))
  const phrase = (await found('Kündigung')).filter((name) => name !== 'msgb par:17')
  assert.deepEqual(sorted(await found('Kündigung -"Form der Kündigung"')), sorted(phrase))
  assert.deepEqual(await found('Kündigung -Kündigung'), await found('Kündigung -kündigt'))
  assert.ok(!(await found('Kündigung -Kündigung')).includes('msgb par:18'))
  assert.ok((await found('Rückgabe -Kündigung')).includes('msgb par:22'), 'the title of a section is not the norm')
  assert.ok((await found('Leuchtturm -Bücherei')).includes('msverf art:1'), 'Stadtbücherei is another word')
})

test('whatever the prefix: exactly the norms with a word that begins so', async () => {
  for (const word of words) {
    if (!/^[a-z]{6,}$/.test(word)) continue
    const prefix = word.slice(0, 4)
    const expected = namesWhere((parts) => parts.flat().some((other) => other.startsWith(prefix)))
    assert.deepEqual(sorted(await found(`${prefix}*`)), sorted(expected), prefix)
  }
  assert.deepEqual(await found('Kü*'), await found('kue*'))
  const { items } = await search('hafenm*')
  for (const hit of items) for (const word of marked(hit)) assert.match(word, /^Hafenm/)
  assert.ok(items.some((hit) => marked(hit).length > 0))
  assert.deepEqual(await found('zzz*'), [])
})

test('operators go together', async () => {
  const names = await found('+hafen* -Hafenmeisterei "Möwensunder Stadtgesetzbuch" Gebühr')
  assert.deepEqual(names, [])
  assert.deepEqual(await found('+kündig* +"drei Monate" -Sturm Eisgang'), ['msgb par:16'])
  const expected = (await found('"Artikel 2"')).filter((name) => name !== 'msgbeg art:3')
  assert.ok(expected.length > 0)
  assert.deepEqual(await found('"Artikel 2" -Rang* -"Sachgebiet A"'), expected)
  assert.deepEqual(await found('- + Honig "" " *'), await found('Honig'), 'signs alone mean nothing')
})
