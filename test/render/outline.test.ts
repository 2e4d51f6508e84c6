/** Outlines of laws that leave norms out, in all formats. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { law } from '../../src/operations/law.ts'
import { norms } from '../../src/operations/norms.ts'
import { parseInput } from '../../src/operations/operation.ts'
import type { FormatName } from '../../src/render/formats.ts'
import { render, renderParts } from '../../src/render/render.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

async function drawn(format: FormatName, input: Record<string, unknown>): Promise<string> {
  return render(law, format, await law.run(corpus, parseInput(law, input)))
}

async function wording(format: 'md' | 'text', code: string, part: string): Promise<string> {
  const answer = await norms.stream(corpus, { code, part })
  let text = ''
  for await (const each of renderParts(norms, format, corpus, answer)) text += each
  return text
}

test('the upper levels of a law as a table have headings and norms, in their order', async () => {
  assert.equal(
    await drawn('csv', { code: 'msgbeg', depth: 2, part: 'Zweiter Teil' }),
    `code,level,label,heading,norm,status,norm_count,first,last
msgbeg,0,Art 5,Liegeplätze,art:5,in_force,,,
msgbeg,0,Art 5,Liegeplätze,,,4,art:5/par:1,art:5/par:2a
msgbeg,1,Art 5 § 1,Alte Liegeplatzverträge,art:5/par:1,in_force,,,
msgbeg,1,Art 5 § 2,Winterlager,art:5/par:2,in_force,,,
msgbeg,1,Art 5 § 2a,Zuständigkeit,art:5/par:2a,in_force,,,
msgbeg,0,Art 6,Bienen und Bücher,art:6,in_force,,,
msgbeg,0,Art 6,Bienen und Bücher,,,4,art:6/par:1,art:6/par:3
msgbeg,1,Erster Abschnitt,Bienen,,,2,art:6/par:1,art:6/par:2
msgbeg,1,Zweiter Abschnitt,Bücher,,,1,art:6/par:3,art:6/par:3
`,
  )
  const lines = (await drawn('ndjson', { code: 'msgb', depth: 1 })).trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ label, norm, norm_count }) => [label, norm, norm_count]),
    [
      ['Inhaltsübersicht', 'toc:1', null],
      ['Buch 1', null, 10],
      ['Buch 2', null, 9],
      ['Buch 3', null, 8],
      ['Anlage', 'annex:1', null],
    ],
  )
  assert.match(await drawn('md', { code: 'msgb', depth: 1 }), /\| Buch 2 \| Verträge \|/)
})

test('every heading and every norm of an outline is a row of it', async () => {
  for (const { code } of (await corpus.laws({})).items) {
    for (const depth of [1, 2, 20]) {
      const { structure, norms: shown } = await law.run(corpus, { code, depth })
      const rows = (await drawn('ndjson', { code, depth })).trimEnd().split('\n')
      assert.equal(rows.length, structure.length + shown.length)
      const levels = rows.map((row) => JSON.parse(row)).filter(({ norm }) => norm === null)
      assert.deepEqual(
        levels.map(({ level, label }) => [level, label]),
        structure.map(({ level, label }) => [level, label]),
      )
    }
  }
})

test('a part as a table has rows like the whole law', async () => {
  const [whole, part] = [await drawn('csv', { code: 'msgb' }), await drawn('csv', { code: 'msgb', part: 'Buch 2' })]
  const [title = '', ...rows] = part.trimEnd().split('\n')
  assert(whole.startsWith(`${title}\n`))
  assert.equal(rows.length, 9)
  assert(whole.includes(rows.join('\n')))
})

test('the wording of a part is a document with the headings above it', async () => {
  const headings = (await wording('md', 'msgb', 'Buch 3 Titel 1')).split('\n').filter((line) => line.startsWith('#'))
  assert.deepEqual(
    headings.map((line) => line.replace(/\(<.*/, '')),
    [
      '# Möwensunder Stadtgesetzbuch (MSGB)',
      '## Buch 3 Nachbarn, Bienen und Bücher',
      '### Titel 1 Bienen und Leuchtfeuer',
      '#### [§ 23 Flug der Bienen]',
      '#### [§ 24 Blendung]',
    ],
  )
  const text = await wording('text', 'msgbeg', 'Art 6')
  assert.equal(text.match(/^Art 6 Bienen und Bücher$/gm)?.length, 1)
  assert.match(text, /^Zweiter Teil Übergang$/m)
  assert.match(text, /^Zweiter Abschnitt Bücher$/m)
  assert.doesNotMatch(text, /Schlussvorschriften/)
})
