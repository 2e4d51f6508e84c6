import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HtmlRenderer, Parser } from 'commonmark'
import { openCorpus } from '../../src/dataset/open.ts'
import { type LinkedFormat, linkText, type TextLinkOptions } from '../../src/link/link-text.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { plainTextOf } from '../../src/read-text/format.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const page = (name: string) => `https://recht.example/msgb/${name}.html`

/** Links a text; its visible text must stay the same, and a second run must change nothing. */
async function link(text: string, format: LinkedFormat, options?: TextLinkOptions) {
  const linked = await linkText(corpus, text, format, options)
  const again = await linkText(corpus, linked.text, linked.format, options)
  assert.equal(again.text, linked.text, 'a second run changes something')
  if (format !== 'plain') {
    const [before, after] = await Promise.all([text, linked.text].map((each) => plainTextOf(each, format)))
    assert.equal(after?.text, before?.text, 'the text is another one')
  }
  return linked
}

/** Links in HTML as `words -> page`. */
const linksIn = (html: string) =>
  Array.from(
    html.matchAll(/<a href="https:\/\/recht\.example\/msgb\/([^"]*)\.html"[^>]*>([\s\S]*?)<\/a>/g),
    ([, to, words]) => `${words} -> ${to}`,
  )

const rendered = (markdown: string) => new HtmlRenderer().render(new Parser().parse(markdown))

describe('linking Markdown', () => {
  it('links lists and ranges number by number', async () => {
    const { text, links } = await link('Nach §§ 1, 2 und 7 MSGB sowie §§ 1 bis 7 MSGB.', 'markdown')
    assert.deepEqual(linksIn(rendered(text)), [
      ...['§§ 1 -> __1', '2 -> __2', '7 MSGB -> __7'],
      ...['§§ 1 -> __1', '7 MSGB -> __7'],
    ])
    assert.deepEqual(links[1], {
      ...{ text: '2', start: 11, end: 12, line: 1, column: 12, code: 'msgb', norm: 'par:2', subdivision: null },
      ...{ address: page('__2'), title: null },
    })
  })

  it('links no wrong citation, and of a range only the bounds that are right', async () => {
    const { text, not_right } = await link('§ 99 MSGB, § 8 MSGB, §§ 9 bis 99 MSGB', 'markdown')
    assert.equal(text, `§ 99 MSGB, § 8 MSGB, [§§ 9](${page('__9')}) bis 99 MSGB`)
    assert.equal(not_right.length > 2, true)
  })

  it('parts links at emphasis that ends within a citation', async () => {
    const { text } = await link('**Nach § 1** Abs. 2 MSGB, *§ 2 MSGB* und **§ 7**\n**Abs. 1** MSGB', 'markdown')
    assert.deepEqual(linksIn(rendered(text)), [
      ...['§ 1 -> __1', 'Abs. 2 MSGB -> __1', '§ 2 MSGB -> __2'],
      '<strong>§ 7</strong>\n<strong>Abs. 1</strong> MSGB -> __7',
    ])
  })

  it('leaves links, code, definitions and front matter as they are', async () => {
    const kept = [
      '---\ntitle: § 1 MSGB\n---\n\n[§ 1 MSGB](https://a.example) [zu § 1 MSGB][x] <a href="y">§ 1 MSGB</a>\n',
      '`§ 1 MSGB` ![§ 1 MSGB](z.png)\n\n    § 1 MSGB\n\n```\n§ 1 MSGB\n```\n\n[x]: https://b.example "§ 1 MSGB"\n',
    ].join('\n')
    assert.equal((await link(kept, 'markdown')).text, kept)
  })

  it('reads the same elements of a long document as of its parts', async () => {
    const prose = 'Das *Gericht* folgt dem nicht!\n- weil\n\n  nichts\n\n> dafür spricht.\n\n'.repeat(400)
    const source = `[§ 1 MSGB][x] und **§ 2 MSGB**\n\n${prose}Ja [§ 1 MSGB][x] und <https://a.example/§1MSGB>\n\n${prose}[x]: y\n\n${prose}`
    const code = `Nun:\n\n\`\`\`\nJa\n\n${prose.replaceAll('`', '')}§ 1 MSGB\n\`\`\`\n\n§ 7 MSGB`
    const { text, links } = await link(source + code, 'markdown')
    assert.deepEqual(linksIn(rendered(text)), ['§ 2 MSGB -> __2', '§ 7 MSGB -> __7'])
    assert.equal(links.length, 2)
  })

  it('writes HTML in blocks of HTML, and links in quotations, tables, headings and footnotes', async () => {
    const source = [
      ...['# Zu § 1 MSGB', '', '> nach § 2', '> MSGB', '', '<div>§ 7 <b>MSGB</b></div>', ''],
      ...['| § 9 MSGB | x |', '|---|---|', '| a | § 12 MSGB |', '', 'Ja.[^1]', '', '[^1]: Vgl. § 13 MSGB.', ''],
    ].join('\n')
    const { text, links } = await link(source, 'markdown')
    assert.equal(links.length, 6)
    assert.match(text, /^# Zu \[§ 1 MSGB\]/)
    assert.match(text, new RegExp(`<div><a href="${page('__7')}">§ 7 <b>MSGB</b></a></div>`))
    assert.match(text, /^> nach \[§ 2\n> MSGB\]\(/m)
    assert.match(text, /^\[\^1\]: Vgl\. \[§ 13 MSGB\]\(/m)
  })

  it('leaves out what would break brackets or emphasis', async () => {
    const source = 'wort**Art. 1 MSGBEG** und § 1 [Abs. 2 MSGB'
    const { text } = await link(source, 'markdown')
    assert.doesNotMatch(text, /wort\*\*\[/)
  })

  it('gives titles', async () => {
    const { text } = await link('§ 1 MSGB', 'markdown', { title: true })
    assert.equal(text, `[§ 1 MSGB](${page('__1')} "§ 1 MSGB (Rücksicht und Redlichkeit)")`)
  })
})

describe('linking HTML', () => {
  it('keeps elements nested, and leaves links, code and scripts as they are', async () => {
    const source = [
      '<p title="§ 1 MSGB > 0"><b>Nach § 1</b> Abs. 2 MSGB, &sect;&nbsp;2 <i>MSGB</i>, §§&nbsp;7&ndash;9&nbsp;MSGB.',
      '<p><a href="x"><b>§ 1</b> MSGB</a> <code>§ 1 MSGB</code><script>"§ 1 MSGB"</script><!-- § 1 MSGB --><textarea>§ 1 MSGB</textarea>',
      '<ul><li>§ 12 MSGB<li>§ 7 <em>Abs. 1 MSGB',
    ].join('\n')
    const { text } = await link(source, 'html')
    assert.deepEqual(linksIn(text), [
      ...['§ 1 -> __1', 'Abs. 2 MSGB -> __1', '&sect;&nbsp;2 <i>MSGB</i> -> __2'],
      ...['§§&nbsp;7 -> __7', '9&nbsp;MSGB -> __9', '§ 12 MSGB -> __12', '§ 7 <em>Abs. 1 MSGB -> __7'],
    ])
    assert.match(text, /<b>Nach <a [^>]*>§ 1<\/a><\/b> <a/)
  })

  it('takes no time for tags and comments that are never closed', async () => {
    const begin = performance.now()
    for (const piece of ['<!-- ', '<a "', "<a '<b", '<b>', '<!'])
      assert.equal((await link(piece.repeat(20_000), 'html')).links.length, 0)
    assert.ok(performance.now() - begin < 20_000)
  })

  it('links right-to-left text around a citation', async () => {
    const { text } = await link('<p dir="rtl">\u202bشرح § 1 MSGB\u202c', 'html')
    assert.match(text, /شرح <a [^>]*>§ 1 MSGB<\/a>\u202c/)
  })
})

describe('linking LaTeX', () => {
  it('keeps groups, and parts a link at a footnote', async () => {
    const source = [
      ...['\\documentclass{article}', '\\begin{document}'],
      '\\textbf{Nach \\S~1} Abs.~2 MSGB, \\S\\S~1--7 MSGB und § 1\\footnote{Vgl. \\emph{§ 2 MSGB}.} MSGB.',
      '\\href{http://a}{§ 1 MSGB} \\verb|§ 1 MSGB| \\textcolor{red}{§ 7 MSGB}',
      '\\begin{verbatim}\n§ 1 MSGB\n\\end{verbatim}\n\\end{document}\n',
    ].join('\n')
    const { text } = await link(source, 'latex')
    const links = Array.from(
      text.matchAll(/\\href\{https:[^{}]*\/(\w+)\.html\}\{((?:[^{}]|\{[^{}]*\})*)\}/g),
      ([, to, words]) => `${words} -> ${to}`,
    )
    assert.deepEqual(links, [
      ...['\\S~1 -> __1', 'Abs.~2 MSGB -> __1', '\\S\\S~1 -> __1', '7 MSGB -> __7', '§ 1 -> __1'],
      ...['§ 2 MSGB -> __2', 'MSGB -> __1', '§ 7 MSGB -> __7'],
    ])
  })
})

describe('linking plain text', () => {
  const source = '# 1\n1. Nach § 1 MSGB & <b> *x*\n- § 2 MSGB\n      § 7 MSGB\n'

  it('becomes Markdown that shows it as it was', async () => {
    const { text } = await link(source, 'plain')
    const html = rendered(text)
    assert.deepEqual(linksIn(html), ['§ 1 MSGB -> __1', '§ 2 MSGB -> __2', '§ 7 MSGB -> __7'])
    const words = html
      .replace(/<[^>]*>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&')
    assert.equal(words.replace(/\s+/g, ' ').trim(), source.replace(/\s+/g, ' ').trim())
  })

  it('becomes a page of HTML', async () => {
    const { text, format } = await link(source, 'plain', { as: 'html' })
    assert.equal(format, 'html')
    assert.match(text, /^<!doctype html>[\s\S]*&amp; &lt;b&gt;/)
    assert.equal(linksIn(text).length, 3)
  })
})
