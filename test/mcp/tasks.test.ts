/** Ten tasks of a lawyer, done by a client that knows only the preceding answers. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect, disconnect, factsOf, textOf } from './clients.ts'

const client = await connect('2026-07-28', 'stdio')
after(disconnect)

async function call(name: string, given: object) {
  const result = await client.callTool({ name, arguments: { ...given } })
  return { text: textOf(result), facts: factsOf(result), isError: result.isError === true }
}

/** Lines of a wording. */
const quotation = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('>'))
    .map((line) => line.slice(2))
    .join('\n')

test('find the rule on giving notice, and quote it with its source', async () => {
  const found = await call('search_norms', { q: 'ordentliche Kündigung Frist', limit: 3 })
  const [{ code, norm }] = found.facts.results
  const { text, facts } = await call('get_norm', { code, norm })
  assert.match(quotation(text), /Die Kündigungsfrist beträgt drei Monate/)
  assert.equal(facts.norms[0].source.html_url, 'https://recht.example/msgb/__16.html')
  assert.match(text, /Source: https:\/\/recht\.example\/msgb\/__16\.html/)
})

test('say what another provision refers to: read the definition that a norm cites', async () => {
  const { facts } = await call('related_norms', { norm: '§ 1 MSGB', type: 'cites' })
  const cited = facts.relationships.find(({ norm }: { norm: string }) => norm === 'par:2')
  const { facts: read } = await call('get_norm', { code: cited.code, norm: `${cited.norm}/${cited.cited_parts[0]}` })
  assert.match(read.norms[0].subdivision, /nr:3$/)
  assert.notEqual(read.norms[0].text, '')
})

test('say who cites a norm', async () => {
  const { facts, text } = await call('related_norms', { norm: '§ 1 MSGB', type: 'cited_by' })
  assert.deepEqual(
    facts.relationships.map(({ code, norm }: { code: string; norm: string }) => `${code} ${norm}`),
    ['msgb par:12', 'msverf art:2'],
  )
  assert.match(text, /§ 1 Absatz 1 des Möwensunder Stadtgesetzbuchs/)
})

test('say what a norm said on a day, and what has changed since', async () => {
  const { facts: history } = await call('norm_history', { norm: '§ 16 MSGB' })
  const old = history.versions.at(-1)
  const { text, facts } = await call('get_norm', { norm: '§ 16 MSGB', as_of: old.observed_from })
  assert.match(quotation(text), /Die Kündigungsfrist beträgt zwei Monate/)
  assert.equal(facts.norms[0].as_of, '2024-06-01')
  assert.match(text, /This is not the newest text/)
  const diff = await call('diff_norm', { norm: '§ 16 MSGB', from: old.observed_from })
  assert.match(diff.text, /<del>zwei<\/del><ins>drei<\/ins> Monate/)
  const parts: { type: string; text: string }[] = diff.facts.norms[0].parts
  assert(parts.some(({ type, text }) => type === 'inserted' && text.includes('Während des Eisgangs')))
})

test('check a paragraph of a brief', async () => {
  const text = 'Die Kündigung ist wirksam (§ 16 Abs. 1 MSGB). Die Form ist gewahrt, § 17 MSGB, § 99 MSGB; Art. 6 DSGVO.'
  const { facts, text: told } = await call('check_text', { text })
  assert.deepEqual(facts.by_class, { right: 2, wrong: 1, uncertain: 0, outside: 1 })
  assert.match(told, /“§ 99 MSGB”: \*\*wrong \(not found\)\*\*; MSGB has no § 99/)
})

test('find a law by a part of its name, and the part on a topic', async () => {
  const { facts } = await call('list_laws', { query: 'stadtgesetzbuch' })
  const { code } = facts.laws.find(({ abbreviation }: { abbreviation: string }) => abbreviation === 'MSGB')
  const { facts: contents } = await call('get_law', { code, depth: 2 })
  const heading = contents.contents.find(({ heading }: { heading: string }) => heading === 'Kündigung und Rückgabe')
  const { facts: part } = await call('get_law', { code, part: `${heading.label} ${heading.heading}` })
  assert(part.contents.some(({ norm }: { norm?: string }) => norm === 'par:16'))
})

test('read a table of fees', async () => {
  const { text, facts } = await call('get_norm', { code: 'HafenG', norm: 'Anlage 1' })
  assert.equal(facts.norms[0].norm, 'annex:1')
  assert.match(quotation(text), /^\| .* \|$/m)
})

test('see which of two laws of one name is meant', async () => {
  const asked = await call('get_law', { code: 'BienHV' })
  assert(asked.isError)
  const codes = [...asked.text.matchAll(/code `(\w+)`/g)].map(([, code]) => code)
  assert.deepEqual(codes.sort(), ['bienhv_1998', 'bienhv_2005'])
  assert.match((await call('get_law', { code: codes[1] })).text, /auf Dächern und Schiffen/)
})

test('say what is new since a day', async () => {
  const { facts, text } = await call('list_changes', { since: '2026-01-01', codes: ['msgb'] })
  assert.deepEqual(
    facts.changes.map(({ type, norm }: { type: string; norm: string }) => `${type} ${norm}`),
    ['changed par:12', 'changed par:16', 'moved par:29'],
  )
  assert.match(text, /2026-01-01 renumbered to `par:28`/)
})

test('say how current and how complete the answer is', async () => {
  const { facts, text } = await call('corpus_coverage', {})
  assert.equal(facts.states.last, '2026-01-01')
  assert.equal(facts.limitations_total, 3)
  assert.match(text, /Fischmarktordnung der Freien Stadt Möwensund: unsupported format; only PDF, no XML/)
})
