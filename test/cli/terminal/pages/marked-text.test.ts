import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { lawPage } from '../../../../src/cli/terminal/pages/law-page.ts'
import { normPage } from '../../../../src/cli/terminal/pages/norm-page.ts'
import { displayWidth } from '../../../../src/cli/terminal/width.ts'
import type { Law, Norm, Relationship } from '../../../../src/model/corpus.ts'
import { UNTOLD } from '../../../../src/model/law-state.ts'
import { normWith, run, tableOf } from '../../../render/marked-norm.ts'

const law = {
  ...{
    code: 'msgb',
    abbreviation: 'MSGB',
    title: 'Stadtgesetzbuch',
    status_date: '2025-12-31',
    in_force_from: null,
    in_force_to: null,
  },
  ...{ jurisdiction: 'MS', source_family: 'gii', language: 'de', norm_count: 1 },
}
const corpusWith = (items: Relationship[] = []) => ({
  relationships: async () => ({ items, total: items.length }),
  norm: async () => undefined,
})
const NOW = new Date(2026, 10, 22)

const page = (change: Partial<Norm>, width = 80, colour = false, items: Relationship[] = []) =>
  normPage(corpusWith(items), normWith(change), { width, colour }, NOW)

/** The wording of a norm on a page. */
async function wording(change: Partial<Norm>, width = 80, colour = false): Promise<string> {
  const drawn = await page(change, width, colour)
  const end = drawn.indexOf(colour ? '\n\n\x1b[2mLaw' : '\n\nLaw')
  return drawn.slice(drawn.indexOf('\n\n') + 2, end)
}

describe('runs on a terminal', () => {
  const text = 'Das 10¹²fache, e-0,038*T und vmax.'
  const spans = [run('raised', '¹²', text), run('raised', '-0,038*T', text), run('lowered', 'max', text)]

  test('are in brackets if they are raised or lowered and Unicode has no form for them', async () => {
    assert.equal(await wording({ text, spans }), 'Das 10¹²fache, e^(-0,038*T) und v_(max).')
  })

  test('are bold, italic and underlined with colours only', async () => {
    const words = 'Fett, kursiv, gesperrt und unterstrichen.'
    const styles = [
      run('bold', 'Fett', words),
      run('italic', 'kursiv', words),
      run('spaced', 'gesperrt', words),
      run('underlined', 'unterstrichen', words),
    ]
    assert.equal(await wording({ text: words, spans: styles }), words)
    assert.equal(
      await wording({ text: words, spans: styles }, 80, true),
      '\x1b[1mFett\x1b[22m, \x1b[3mkursiv\x1b[23m, \x1b[3mgesperrt\x1b[23m und \x1b[4munterstrichen\x1b[24m.',
    )
  })

  test('go on beside references and after line breaks', async () => {
    const words = 'Es gilt der ganze § 2 Abs. 1 für alle Boote am Kai.'
    const reference = { type: 'cites', code: 'msgb', norm: 'par:2', label: '§ 2', heading: '', resolved: true } as const
    const start = words.indexOf('§ 2')
    const place = {
      start,
      end: start + '§ 2 Abs. 1'.length,
      subdivision: null,
      law: null,
      citation: '',
      abbreviation: null,
    }
    const drawn = await page(
      { text: words, spans: [run('underlined', 'der ganze § 2 Abs. 1 für alle', words)] },
      40,
      true,
      [{ ...reference, ...place }],
    )
    const underlined = drawn
      .split('\x1b[4m')
      .slice(1)
      .map((part) => part.split('\x1b[24m')[0])
      .join(' ')
    assert.equal(underlined.replace(/\s+/g, ' ').split(' https')[0], 'der ganze § 2 Abs. 1 für alle')
    assert(stripVTControlCharacters(drawn).includes('§ 2 Abs. 1'))
  })

  test('of a subdivision are at their places in it', async () => {
    const whole = `(1) Vorher vmax gilt.\n(2) ${text}`
    const part = { path: 'abs:2', text: `(2) ${text}`, status: 'in_force' } as const
    const selection = { ...part, lead_in: null, tail: null }
    const subdivisions = [
      { path: 'abs:1', label: '', text: '(1) Vorher vmax gilt.', status: 'in_force' as const },
      { ...selection, label: '' },
    ]
    const moved = spans.map((span) => ({ ...span, start: span.start + 26, end: span.end + 26 }))
    assert.match(
      await page({ text: whole, spans: moved, subdivisions, selection }),
      /^\(2\) Das 10¹²fache, e\^\(-0,038\*T\) und v_\(max\)\.$/m,
    )
  })
})

describe('a described table on a terminal', () => {
  const rows = [
    'Fahrzeug\tGebühr in Taler\t',
    '\tTag\tMonat',
    'Boote\ta) aus Holz, wenn sie alt sind,\u2028b) aus Blech\t20,00',
    '\t2,00\t40,00',
    'Kahn\tfrei\t',
  ].join('\n')
  const tables = [
    tableOf(rows, rows, {
      head_rows: 2,
      merged: [
        { row: 0, column: 0, rows: 2, columns: 1 },
        { row: 0, column: 1, rows: 1, columns: 2 },
        { row: 2, column: 0, rows: 2, columns: 1 },
        { row: 4, column: 1, rows: 1, columns: 2 },
      ],
    }),
  ]

  test('aligns numbers as the source does', async () => {
    const text = 'Boot\tTaler\nKahn\t1,00\nKutter\t10,00'
    const tables = [tableOf(text, text, { head_rows: 1, alignment: ['lc', 'lr', 'lr'] })]
    assert.equal(
      await wording({ text, tables }, 60),
      `
───────┬──────
Boot   │ Taler
═══════╪══════
Kahn   │  1,00
Kutter │ 10,00
───────┴──────`.slice(1),
    )
  })

  test('has its head above a double line, merged cells over their columns and rows, and the lines of a list', async () => {
    assert.equal(
      await wording({ text: rows, tables }, 60),
      `
─────────┬────────────────────────────────────────
Fahrzeug │ Gebühr in Taler
         ├─────────────────────────────────┬──────
         │ Tag                             │ Monat
═════════╪═════════════════════════════════╪══════
Boote    │ a) aus Holz, wenn sie alt sind, │ 20,00
         │ b) aus Blech                    │
         ├─────────────────────────────────┼──────
         │ 2,00                            │ 40,00
─────────┼─────────────────────────────────┴──────
Kahn     │ frei
─────────┴────────────────────────────────────────`.slice(1),
    )
  })

  test('fits narrow screens, whatever is merged, and loses no words', async () => {
    const visible = (text: string) => [...text.replace(/[\s─═│┬┴┼├┤╪╧╤]/g, '')].sort().join('')
    for (const width of [40, 44, 50, 60, 100]) {
      const drawn = await wording({ text: rows, tables }, width)
      for (const line of drawn.split('\n')) assert(displayWidth(line) <= width, line)
      assert.equal(visible(drawn), visible(rows), `${width}`)
    }
  })

  test('has a bold head with colours', async () => {
    assert((await wording({ text: rows, tables }, 60, true)).includes('\x1b[1mFahrzeug\x1b[22m'))
  })
})

describe('a form on a terminal', () => {
  const rows = ['Muster', 'Belehrung über den Rückzug', 'Sie können am Kai oder im Hafen rufen.'].join('\n')
  const form = (change: object) => wording({ text: rows, tables: [tableOf(rows, rows, change)] }, 40)

  test('stands in its frame, with its title centred', async () => {
    assert.equal(
      await form({ frame: 'all', centred_rows: [0, 1] }),
      `
┌─────────────────────────────────┐
│             Muster              │
│   Belehrung über den Rückzug    │
│                                 │
│ Sie können am Kai oder im Hafen │
│ rufen.                          │
└─────────────────────────────────┘`.slice(1),
    )
  })

  test('has only the lines that the source gives it', async () => {
    assert.match(await form({ frame: 'topbot' }), /^─+\nMuster\n[^│]*\n─+$/)
    assert.match(await form({ frame: 'none' }), /^Muster\n[^│─]*rufen\.$/)
  })
})

describe('a norm that is not yet in force', () => {
  const future = { text: 'Es gilt.', status: 'not_yet_in_force' as const }

  test('says so, and on which day it takes effect', async () => {
    const drawn = await page({ ...future, in_force_from: '2027-01-01' }, 100)
    assert.match(drawn, /^This norm is not yet in force; it takes effect on 2027-01-01, as the source says\.$/m)
    assert.match(drawn, /^Status {3}not yet in force; from 2027-01-01; law as amended up to 2025-12-31$/m)
  })

  test('says that the source names no day', async () => {
    const drawn = await page(future, 100)
    assert.match(
      drawn,
      /^This norm is not yet in force, as the source says; it names no day on which it takes effect\.$/m,
    )
    assert.match(drawn, /^Status {3}not yet in force; law/m)
  })

  test('says that the day has passed', async () => {
    const drawn = (await page({ ...future, in_force_from: '2026-11-22' })).replaceAll('\n', ' ')
    assert.match(drawn, /names 2026-11-22 as the day on which it takes effect; that day has passed\./)
  })

  test('is marked among the contents of its law, and counted', () => {
    const summary = (norm: string, label: string, change = {}) => ({
      norm,
      label,
      heading: '',
      status: 'in_force' as const,
      ...change,
    })
    const norms = [
      summary('par:1', '§ 1'),
      summary('par:2', '§ 2', { heading: 'Später', ...future, in_force_from: '2027-01-01' }),
      summary('par:3', '§ 3', { heading: 'Irgendwann', ...future }),
    ]
    const drawn = lawPage({ ...lawWith({}), norms, norm_count: 3 }, { width: 80, colour: false })
    assert.match(drawn, /^§ 2 {2}Später \(not yet in force; from 2027-01-01\)$/m)
    assert.match(drawn, /^§ 3 {2}Irgendwann \(not yet in force\)$/m)
    assert.match(drawn, /^Norms {10}3, 2 of them not yet in force$/m)
  })
})

function lawWith(change: Partial<Law>): Law {
  const { provenance } = normWith({})
  const listed = { ...UNTOLD, aliases: [], status_notes: [], structure: [], norms: [] }
  return { ...law, ...listed, promulgated_on: '1950-09-12', promulgation: null, notes: '', provenance, ...change }
}

test('a law says where it was published and which version of the source it is', () => {
  const promulgation = { gazette: 'BGBl I', reference: '1950, 262', also: [{ gazette: 'FNA', reference: '12-3' }] }
  const provenance = { ...normWith({}).provenance, source_version: '20260429210245' }
  const drawn = lawPage(lawWith({ promulgation, provenance }), { width: 80, colour: false })
  assert.match(drawn, /^Published {6}BGBl I 1950, 262; FNA 12-3$/m)
  assert.match(drawn, /^Version {8}20260429210245$/m)
  assert.doesNotMatch(lawPage(lawWith({}), { width: 80, colour: false }), /Published|Version/)
})

test('a source without an official page is named by the address that it was fetched from, else as unknown', async () => {
  const { provenance } = normWith({})
  const without = (change: object) =>
    page({ text: 'Es gilt.', provenance: { ...provenance, ...change } as Norm['provenance'] })
  assert.match(await without({ html_url: null }), /^Source {3}https:\/\/recht\.example\/msgb\/xml\.zip$/m)
  assert.match(await without({ html_url: null, source_url: null }), /^Source {3}The source has no known address\.$/m)
})
