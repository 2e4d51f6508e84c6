import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Parser } from 'commonmark'
import { lawMarkdown } from '../../src/render/markdown.ts'
import { escapedMarkdown } from '../../src/render/markdown-text.ts'

/** The text that a renderer shows for a document. */
function shown(markdown: string): string {
  const walker = new Parser().parse(markdown).walker()
  let text = ''
  for (let event = walker.next(); event; event = walker.next()) text += event.node.literal ?? ''
  return text
}

test('nothing of a heading is taken for markup, wherever it stands', () => {
  for (const text of [
    'heading #',
    '# heading ##',
    'a # b',
    '=1+1',
    '- x',
    '1. x',
    '<b>',
    '[a](b)',
    '*a* _b_ `c`',
    'a|b',
    '#',
  ]) {
    assert.equal(shown(`# ${escapedMarkdown(text)}`).trim(), text, text)
  }
})

test('a carriage return begins no block', () => {
  assert.equal(shown(escapedMarkdown('a\r# b')), 'a # b')
})

test('only addresses of pages are links', () => {
  const law = {
    title: 'T',
    abbreviation: 'T',
    state: 's',
    fetched: null,
    origin: null,
    version: null,
    promulgation: '',
    notes: [],
    published: '',
    act: null,
  }
  assert.match(lawMarkdown({ ...law, page: 'https://recht.example/a b' }), /<https:\/\/recht\.example\/a%20b>/)
  const script = lawMarkdown({ ...law, page: 'javascript:alert(1)' })
  assert.doesNotMatch(script, /<javascript/)
  assert(shown(script).includes('javascript:alert(1)'))
})
