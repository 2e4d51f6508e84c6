import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkText } from '../../src/resolve/check-text.ts'
import { type OpenStates, openStates } from '../open-states.ts'

const list = (...items: [number: string, text: string][]) =>
  `<DL Type="arabic">${items.map(([number, text]) => `<DT>${number}</DT><DD><LA>${text}</LA></DD>`).join('')}</DL>`
const ROWS = list(['11.3.1', 'Ein Boot'], ['11.3.2', '26 – 30 180 –'])

let states: OpenStates
before(async () => {
  states = await openStates({
    '2026-01-01': {
      'BKatV 2013': {
        title: 'Bootskatalog-Verordnung',
        norms: {
          '§ 1': 'Boote stehen im Katalog.',
          Anlage: list(['1', 'Ein Ruder'], ['11', 'Mehrere Boote']),
          'Anhang (zu Nummer 11 der Anlage) Tabelle 1': list(['a)', `Segelboote${ROWS}`]),
        },
      },
      'MuV 1998': { title: 'Erste Muschelverordnung', norms: { '§ 1': 'Muscheln.', '§ 2': 'Perlen.' } },
      RiffG: {
        title: 'Riffgesetz',
        norms: {
          '§ 3': 'Riffe.',
          '§ 3a': 'Atolle.',
          '§ 5a': '(1) Korallen wachsen.\n(2)\n(3) ...\n(4) Riffe bleiben.',
        },
      },
      'MuV 2005': {
        title: 'Muschelbankverordnung',
        norms: { '§ 1': 'Bänke.', '§ 3': 'Sand.', 'Anlage 1': list(['2108', 'Die Auster']) },
      },
    },
  })
})
after(() => states.close())

async function judged(text: string): Promise<string[]> {
  const { findings } = await checkText(states.corpus, text)
  return findings.map(({ class: verdict, code, norm, subdivision }) =>
    [verdict, code, norm, subdivision].filter(Boolean).join(' '),
  )
}

test('rows of a schedule are found in its appendices, whatever is above them', async () => {
  const row = 'bkatv_2013 annex:1/seq:2 buchst:a/nr:11.3.2'
  for (const text of ['Nr. 11.3.2 BKat', 'lfd. Nr. 11.3.2 BKatV', 'Nr. 11.3.2 der Anlage zur BKatV'])
    assert.deepEqual(await judged(text), [`right ${row}`], text)
  assert.deepEqual(await judged('Nr. 11 BKat'), ['right bkatv_2013 annex:1 nr:11'])
  assert.deepEqual(await judged('Nr. 11.3.2 der Tabelle 1 des Anhangs zur BKatV'), [`right ${row}`])
  assert.deepEqual(await judged('Nr. 11.3.9 der Tabelle 1 des Anhangs zur BKatV'), ['wrong bkatv_2013 annex:1/seq:2'])
  assert.deepEqual(await judged('Tabelle 1 des Anhangs zur BKatV'), ['right bkatv_2013 annex:1/seq:2'])
  assert.deepEqual(await judged('Nr. 11.3.9 BKat'), ['wrong bkatv_2013 annex:1 nr:11.3.9'])
})

test('of laws that share a name the one that has the norm is meant, and a norm of none is wrong', async () => {
  assert.deepEqual(await judged('§ 2 MuV'), ['right muv_1998 par:2'])
  assert.deepEqual(await judged('§ 3 Satz 1 MuV'), ['right muv_2005 par:3 satz:1'])
  assert.deepEqual(await judged('Nr. 2108 der Anlage 1 zur MuV'), ['right muv_2005 annex:1 nr:2108'])
  assert.deepEqual(await judged('§ 1 MuV'), ['uncertain'])
  assert.deepEqual(await judged('§ 9 MuV'), ['wrong muv_1998'])
  assert.deepEqual(await judged('Nr. 2109 der Anlage 1 zur MuV'), ['wrong muv_2005 annex:1 nr:2109'])
})

test('a range in a list is one of norms if the norm before it has no such parts', async () => {
  assert.deepEqual(await judged('§§ 5a Abs. 4, 3 bis 3a RiffG'), [
    'right riffg par:5a abs:4',
    'right riffg par:3',
    'right riffg par:3a',
  ])
})

test('a part of which the source gives its number only is uncertain', async () => {
  assert.deepEqual(await judged('§ 5a Abs. 2 RiffG'), ['uncertain riffg par:5a abs:2'])
  assert.deepEqual(await judged('§ 5a Abs. 3 RiffG'), ['uncertain riffg par:5a abs:3'])
  assert.deepEqual(await judged('§ 5a Abs. 4 RiffG'), ['right riffg par:5a abs:4'])
})
