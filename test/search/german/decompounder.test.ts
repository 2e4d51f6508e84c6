import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDecompounder } from '../../../src/search/german/decompounder.ts'
import { wordsOf } from '../../../src/search/tokenizer.ts'
import { processorTime } from '../../growth.ts'
import { madeUpWords } from '../made-up-words.ts'
import { pick, randomNumbers } from '../random.ts'

const split = createDecompounder(madeUpWords())
const partsOf = (text: string, splitter = split) => splitter(wordsOf(text)[0] as string)
const shown = (text: string, splitter = split) =>
  partsOf(text, splitter)
    .map(({ word, depth }) => `${word} ${depth}`)
    .join(', ')

describe('compounds', () => {
  const cases: [word: string, parts: string][] = [
    ['Arbeitszeit', 'arbeits 1, zeit 1'],
    ['Fahrerlaubnisentzug', 'fahrerlaubnis 1, entzug 1, fahr 2, erlaubnis 2'],
    ['Mieterhöhungsverlangen', 'mieterhoehungs 1, verlangen 1, miet 2, erhoehung 2'],
    ['Verbraucherdarlehensvertrag', 'verbraucher 1, darlehensvertrag 1, darlehens 2, vertrag 2'],
    ['Schadensersatzpflicht', 'schadens 1, ersatzpflicht 1, ersatz 2, pflicht 2'],
    ['Baugenehmigung', 'bau 1, genehmigung 1'],
  ]
  for (const [word, parts] of cases) test(word, () => assert.equal(shown(word), parts))

  test('parts that only occur in the compound are found in it, up to a depth of three', () => {
    const parts = partsOf('Mieterhöhungsverlangensrechtsgesetz')
    assert.ok(parts.length > 4)
    assert.ok(parts.every(({ depth }) => depth >= 1 && depth <= 3))
    assert.ok(parts.some(({ word }) => word === 'erhoehung' || word === 'erhoehungs'))
  })

  test('are the same if the words are not at hand', () => {
    const more = { amt: 149, tat: 151, rang: 3, rar: 4, rare: 2, herz: 12, tuer: 15, tueren: 17 }
    const { words, ...unlisted } = madeUpWords(more)
    const [listed, plain] = [createDecompounder({ ...unlisted, words }), createDecompounder(unlisted)]
    const random = randomNumbers(11)
    const part = () => pick(words, random) + pick(['', '', 's', 'n', 'en', 'er', 'ens', 'e', 'ern'], random)
    let compounds = 0
    for (let count = 0; count < 5000; count++) {
      const word = part() + part() + (random() < 0.3 ? part() : '')
      const parts = plain(word)
      assert.deepEqual(listed(word), parts, word)
      if (parts.length > 0) compounds++
    }
    assert(compounds > 1000, `${compounds}`)
  })

  test('verbs in -ieren are not compounds, plurals are', () => {
    const words = madeUpWords({ konsul: 90, tieren: 400, konsultiert: 30, konsultieren: 30, haustieren: 20 })
    const splitter = createDecompounder(words)
    assert.equal(shown('konsultieren', splitter), '')
    assert.equal(shown('Haustieren', splitter), 'haus 1, tieren 1')
  })

  test('the last part may be rare in its inflection, and after a rare compound', () => {
    const frequencies: Record<string, number> = {
      erlaubnis: 50,
      versagung: 40,
      versagungen: 1,
      erlaubnisversagungen: 1,
    }
    const words = { documents: 100_000, frequency: (word: string) => frequencies[word] ?? 0 }
    const parts = createDecompounder(words)('erlaubniserlaubnisversagungen')
    assert.deepEqual(
      parts.map(({ word, depth }) => `${word} ${depth}`),
      ['erlaubnis 1', 'erlaubnisversagungen 1', 'erlaubnis 2', 'versagungen 2'],
    )
  })

  test('linking elements belong to the first part', () => {
    for (const [word, first] of [
      ['Eigentumsrecht', 'eigentums'],
      ['Gesetzesvertrag', 'gesetzes'],
      ['Mietenrecht', 'mieten'],
      ['Freiheitenschutz', 'freiheiten'],
      ['Kinderschutz', 'kinder'],
      ['Miethaus', 'miet'],
      ['Sachschaden', 'sach'],
      ['Mieterschutz', 'mieter'],
    ]) {
      assert.equal(partsOf(word as string)[0]?.word, first)
    }
  })

  test('umlauts in parts', () => {
    assert.equal(shown('Gebäudeschaden'), 'gebaeude 1, schaden 1')
    assert.equal(shown('Heizölvertrag'), 'heiz 1, oelvertrag 1, oel 2, vertrag 2')
  })
})

describe('what is not a compound', () => {
  for (const word of ['Vertrag', 'Freiheit', 'Unterhalt', 'Bereich', 'Verlangen', 'Erlaubnis', 'Genehmigung']) {
    test(word, () => assert.equal(shown(word), ''))
  }

  test('words in front of which a particle stands', () => {
    for (const word of ['Vorlage', 'Anlage', 'Unterlage', 'Nachhaltung', 'Mitverlangen', 'Überlage', 'Gegenvertrag']) {
      assert.equal(shown(word), '', word)
    }
  })

  test('words that end in a suffix that is a word, too', () => {
    const splitter = createDecompounder(madeUpWords({ schaft: 500, keit: 500, los: 500, fach: 500, rechtlich: 0 }))
    for (const word of ['Mieterschaft', 'Haltungkeit', 'Vertraglos', 'Mieterfach']) {
      assert.equal(shown(word, splitter), '', word)
    }
  })

  test('words whose parts the corpus does not know', () => {
    for (const word of ['Seetang', 'Mieterkolben', 'Kolbenmiete', 'Xylophonvertrag']) {
      assert.equal(shown(word), '', word)
    }
  })

  test('words of a rare part, and words that are much more frequent than a part', () => {
    const rare = (found: number) => createDecompounder(madeUpWords({ kolben: found }))
    assert.equal(shown('Kolbenvertrag', rare(3)), '')
    assert.equal(shown('Kolbenvertrag', rare(4)), 'kolben 1, vertrag 1')
    const frequent = (found: number) => createDecompounder(madeUpWords({ kolben: 100, kolbenvertrag: found }))
    assert.equal(shown('Kolbenvertrag', frequent(1500)), 'kolben 1, vertrag 1')
    assert.equal(shown('Kolbenvertrag', frequent(1501)), '')
  })

  test('a part of three letters must be frequent', () => {
    const withTor = (found: number) => createDecompounder(madeUpWords({ tor: found }))
    assert.equal(shown('Torvertrag', withTor(149)), '')
    assert.equal(shown('Torvertrag', withTor(150)), 'tor 1, vertrag 1')
  })

  test('in a small corpus fewer documents are enough, but at least one, for short parts two', () => {
    const small = (words: Record<string, number>) =>
      createDecompounder({ documents: 50, frequency: (word) => words[word] ?? 0 })
    assert.equal(shown('Kolbenvertrag', small({ kolben: 1, vertrag: 1 })), 'kolben 1, vertrag 1')
    assert.equal(shown('Torvertrag', small({ tor: 1, vertrag: 1 })), '')
    assert.equal(shown('Torvertrag', small({ tor: 2, vertrag: 1 })), 'tor 1, vertrag 1')
    assert.equal(shown('Kolbenvertrag', small({ kolben: 1 })), '')
  })

  test('function words are no parts', () => {
    const splitter = createDecompounder(madeUpWords({ sein: 5000, kolben: 100 }))
    assert.equal(shown('Seinvertrag', splitter), '')
    assert.equal(shown('Vertragsein', splitter), '')
  })

  test('short words, very long ones, numbers and other scripts', () => {
    assert.equal(shown('Mieter'), '')
    assert.equal(shown('vertrag'.repeat(9)), '')
    for (const word of ['3.28a', '433', '§', 'ελλαδαμοσκβα', 'miete433', '']) assert.deepEqual(split(word), [])
  })
})

test('parts of any word stand in it, in two halves at every depth', () => {
  const random = randomNumbers(5)
  const pieces = ['miete', 'mieter', 'erhoehung', 's', 'en', 'vertrag', 'recht', 'fahr', 'erlaubnis', 'un', 'x', 'amt']
  for (let round = 0; round < 3000; round += 1) {
    const word = Array.from({ length: 1 + Math.floor(random() * 7) }, () => pick(pieces, random)).join('')
    const parts = split(word)
    for (const part of parts)
      assert.ok(word.startsWith(part.word, part.start) && part.word.length >= 3, `${word}: ${part.word}`)
    if (parts.length > 0) assert.equal(`${parts[0]?.word}${parts[1]?.word}`, word)
    for (const depth of [1, 2, 3]) assert.equal(parts.filter((part) => part.depth === depth).length % 2, 0)
  }
})

test('no word takes long', () => {
  const time = processorTime(() => {
    for (const part of ['miete', 'vertrag', 'recht', 'amt', 'mieter']) {
      for (let count = 1; count <= 12; count += 1) split(part.repeat(count))
    }
  })
  assert.ok(time < 2000, `${time} ms`)
})
