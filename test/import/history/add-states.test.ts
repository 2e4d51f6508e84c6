import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { verifyBundle } from '../../../src/dataset/verify-bundle.ts'
import { buildBundle } from '../../../src/import/build-bundle.ts'
import { LegalTextError } from '../../../src/util/errors.ts'
import { designated, norm, xml } from '../gii/document.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-states-'))
after(() => rmSync(folder, { recursive: true }))
const file = (name: string) => join(folder, name)

const BRIDGE = 'Die Brücke wird bei Sonnenaufgang geöffnet und bei Sonnenuntergang geschlossen.'
const FERRY = 'Die Fähre fährt bei jedem Wetter, außer bei Sturm und bei dichtem Nebel.'

/** A law by its abbreviation, which determines its number. */
function law(abbreviation: string, texts: string[]): string {
  const number = `9000000${abbreviation.length}${abbreviation.charCodeAt(0)}`
  const header = norm('', `<langue>Gesetz ${abbreviation}</langue>`)
  const sections = texts.map((text, index) => designated(`E${index}`, `§ ${index + 1}`, `<P>${text}</P>`))
  return xml(sections, header).replaceAll('TestG', abbreviation).replaceAll('900000000', number)
}

/** Writes a state that lists all its laws. */
function state(name: string, laws: Record<string, string[]>): string {
  for (const [code, texts] of Object.entries(laws)) {
    mkdirSync(file(`${name}/${code}`), { recursive: true })
    writeFileSync(file(`${name}/${code}/law.xml`), law(code, texts))
  }
  const items = Object.keys(laws).map(
    (code) => `<item><title>${code}</title><link>https://recht.example/${code}/xml.zip</link></item>`,
  )
  writeFileSync(file(`${name}/gii-toc.xml`), `<items>${items.join('')}</items>`)
  return file(name)
}

/** Rows of the time tables, without their row numbers. */
function timeOf(bundle: string): Record<string, unknown[]> {
  const database = new DatabaseSync(bundle, { readOnly: true })
  const rows = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  const law = (number: string) => `(SELECT identity FROM law WHERE id = ${number}) AS law`
  const all = {
    states: rows('SELECT observed_on, listing, incomplete FROM state ORDER BY observed_on'),
    laws: rows(
      `SELECT identity, code, abbreviation, first_norm, state_from, state_to, starts_version, title, source
       FROM law ORDER BY identity, state_from`,
    ),
    names: rows(`SELECT name, rank, ${law('alias.law')}, state_from, state_to FROM alias ORDER BY 1, 2, 3, 4`),
    norms: rows(
      `SELECT ${law('norm.law')}, path, state_from, state_to, version_from, version_to, label, previous, next, text
       FROM norm JOIN content ON content.id = norm.content ORDER BY 1, 2, 3`,
    ),
    changes: rows(
      `SELECT observed_on, ${law('change.law')}, type, path, label, moved_to FROM change ORDER BY 1, 2, 3, 4`,
    ),
    cited: rows('SELECT * FROM citation ORDER BY citing, place'),
    named: rows('SELECT citations FROM text_citations ORDER BY 1'),
  }
  database.close()
  return all
}

const TODAY = { alpha: [BRIDGE, `Wie § 1. ${FERRY}`], gamma: ['Es gilt § 1 des Gesetzes alpha.'] }

describe('states that are added to a bundle', () => {
  const from = state('today', TODAY)
  const first = state('first', { alpha: [FERRY], beta: [BRIDGE] })
  const second = state('second', { alpha: [BRIDGE], beta: [BRIDGE], gamma: TODAY.gamma })
  const third = state('third', { alpha: TODAY.alpha, gamma: TODAY.gamma })
  const days = { first: '2024-01-01', second: '2024-06-01', third: '2025-01-01' }
  const fetchedAt = '2026-01-01T00:00:00Z'
  const at = (name: keyof typeof days) => ({ observedOn: days[name], from: { first, second, third }[name] })

  it('give what a build of all states gives', async () => {
    const whole = file('whole.sqlite')
    await buildBundle({ from, fetchedAt, out: whole, history: { states: [at('first'), at('second'), at('third')] } })
    await buildBundle({ from, fetchedAt, out: file('one.sqlite') })
    await buildBundle({ from: file('one.sqlite'), out: file('two.sqlite'), history: { states: [at('second')] } })
    const report = await buildBundle({
      from: file('two.sqlite'),
      out: file('two.sqlite'),
      history: { states: [at('first'), at('third')] },
    })
    assert.deepEqual(timeOf(file('two.sqlite')), timeOf(whole))
    assert.equal((await verifyBundle(file('two.sqlite'))).digest, report.digest)
    assert.equal(report.laws, 2)
    assert(report.search_terms > 0)
  })

  it('may be added to a bundle without older texts', async () => {
    const out = file('same.sqlite')
    const states = [{ observedOn: '2025-06-01', from }]
    await buildBundle({ from, fetchedAt, out, history: { states } })
    await buildBundle({ from: out, out, history: { states: [at('second')] } })
    assert.equal(timeOf(out).states?.length, 3)
  })

  it('keep the code that the bundle gives a law', async () => {
    const newest = state('coded', { alpha: TODAY.alpha })
    const toc = readFileSync(file('coded/gii-toc.xml'), 'utf8')
    writeFileSync(file('coded/gii-toc.xml'), toc.replaceAll('alpha', 'alpha_2020'))
    renameSync(file('coded/alpha'), file('coded/alpha_2020'))
    await buildBundle({ from: newest, fetchedAt, out: file('coded.sqlite') })
    const out = file('coded-older.sqlite')
    await buildBundle({ from: file('coded.sqlite'), out, history: { states: [at('first')] } })
    const laws = timeOf(out).laws as { code: string; first_norm: number | null }[]
    assert.equal(laws.find(({ first_norm }) => first_norm !== null)?.code, 'alpha_2020')
  })

  it('may be newer: then the bundle gives the older states', async () => {
    const out = file('newer.sqlite')
    await buildBundle({ from: third, fetchedAt: '2025-01-01T00:00:00Z', out: file('older.sqlite') })
    await buildBundle({ from: file('older.sqlite'), out, history: { states: [{ observedOn: '2026-01-01', from }] } })
    const expected = file('expected.sqlite')
    await buildBundle({ from, fetchedAt, out: expected, history: { states: [at('third')] } })
    const { states, ...others } = timeOf(out)
    const { states: expectedStates = [], ...expectedOthers } = timeOf(expected)
    assert.deepEqual(others, expectedOthers)
    assert.equal(states?.length, expectedStates.length)
  })

  it('must have a day that the bundle does not have', async () => {
    await assert.rejects(
      buildBundle({
        from: file('whole.sqlite'),
        out: file('x.sqlite'),
        history: { states: [at('second'), at('second')] },
      }),
      (error) => error instanceof LegalTextError && /two states of 2024-06-01/.test(error.message),
    )
    for (const day of ['2024-06-01', '2026-01-01'])
      await assert.rejects(
        buildBundle({
          from: file('whole.sqlite'),
          out: file('x.sqlite'),
          history: { states: [{ ...at('second'), observedOn: day }] },
        }),
        (error) => error instanceof LegalTextError && error.message.includes(`a state of ${day} in the bundle already`),
      )
  })
})
