import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { norms } from '../../src/operations/norms.ts'
import { renderParts } from '../../src/render/render.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

/** A law in a format. */
async function law(code: string, format: 'md' | 'text'): Promise<string> {
  const answer = await norms.stream(corpus, { code })
  let text = ''
  for await (const part of renderParts(norms, format, corpus, answer)) text += part
  return text
}

test('a law as Markdown: its title once, headings where they begin, norms below them as links to their pages', async () => {
  const lines = (await law('msgbeg', 'md')).split('\n').filter((line) => /^#/.test(line))
  assert.deepEqual(
    lines.slice(0, 4).map((line) => line.replace(/\(<.*/, '')),
    [
      '# Einführungsgesetz zum Möwensunder Stadtgesetzbuch (MSGBEG)',
      '## Erster Teil Geltung',
      '### [Art 1]',
      '### [Art 2 Begriff des Stadtrechts]',
    ],
  )
  assert.equal(lines.filter((line) => line.startsWith('# ')).length, 1)
  assert.equal(
    new Set(lines.filter((line) => !line.includes('['))).size,
    lines.filter((line) => !line.includes('[')).length,
  )
})

test('every norm is in it, with all of its text', async () => {
  for await (const part of corpus.norms('msgb')) {
    const plain = (await law('msgb', 'text')).replace(/\[[^\]]*\]/g, '').replace(/\s+/g, '')
    for (const { text } of part) assert(plain.includes(text.replace(/\s+/g, '').slice(0, 200)), text.slice(0, 80))
  }
})

test('an article over sections does not stand there twice', async () => {
  const text = await law('msgbeg', 'text')
  assert.equal(text.match(/^Art 5 Liegeplätze$/gm)?.length, 1)
})
