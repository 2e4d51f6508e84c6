import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus, Norm } from '../../src/model/corpus.ts'
import { law } from '../../src/operations/law.ts'
import { norm } from '../../src/operations/norm.ts'
import type { FormatName } from '../../src/render/formats.ts'
import { render } from '../../src/render/render.ts'
import { markdownWords, visible } from './shown-words.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

type Answer = Awaited<ReturnType<typeof norm.run>>

const draw = (format: FormatName, answer: unknown) => render(norm, format, answer)

async function everyNorm(): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const { code } of (await corpus.laws({})).items) {
    for (const { norm: path } of await corpus.outline(code)) answers.push(await norm.run(corpus, { code, norm: path }))
  }
  return answers
}

/** Text that a careless writer would turn into markup, or that would break out of it. */
const HOSTILE = [
  '# kein Titel',
  '1. <script>alert("x")</script> & &lt; *fett* _schräg_ `code` [Wort](javascript:x) ![x](y)',
  'a) ~~weg~~ | Spalte | \\* </li></ul> <!-- x',
  '- Strich',
  '+ Plus',
  '=====',
  '---',
  '    vier Leerzeichen',
  '12) zwölf',
  '> Zitat',
  'a\t1. b\t|c|',
  '```',
].join('\n')

const hostile = (answer: Answer): Answer => ({
  ...answer,
  heading: HOSTILE.replaceAll('\n', ' '),
  text: HOSTILE,
  subdivisions: [],
  footnotes: HOSTILE,
  attachments: [{ kind: 'image', name: '"><img src=x>', offset: 3, description: '](x) <b>\n# kein Titel' }],
  marks: [{ kind: 'footnote', mark: '*)', offset: 12 }],
})

/** The words of an HTML body, entities decoded. */
function htmlWords(html: string): string {
  const body = html.replace(/^[\s\S]*<body>/, '')
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }
  return body.replace(/<[^>]*>/g, ' ').replace(/&([#\w]+);/g, (_, name) => named[name] ?? assert.fail(name))
}

/** The text, with the signs that the source keeps separate. */
function withSigns({ text, marks }: Answer): string {
  const signs = marks.filter(({ kind }) => kind === 'sign').toReversed()
  return signs.reduce((whole, { mark, offset }) => whole.slice(0, offset) + mark + whole.slice(offset), text)
}

test('in every format a norm has its whole wording, in order, and nothing is taken for markup', async () => {
  const answers = await everyNorm()
  const [any] = answers as [Answer]
  for (const answer of [...answers, hostile(any)]) {
    const inserted = /\[(?:image|file) [^\]]*\]/g
    const marks = answer.marks.map(({ mark }) => mark).filter(Boolean)
    for (const [format, wordsOf] of [
      ['text', (text: string) => text],
      ['html', htmlWords],
      ['md', markdownWords],
    ] as const) {
      const words = visible(wordsOf(await draw(format, answer)))
      const what = `${format} ${answer.code} ${answer.norm}`
      let bare = words
      for (const mark of marks) bare = bare.replaceAll(visible(`[${mark}]`), '')
      for (const { kind, name, description } of answer.attachments) {
        const inText = visible(`[${kind} ${name}${description && `: ${description}`}]`)
        assert(words.includes(inText), `${what}: ${inText}`)
        bare = bare.replaceAll(inText, '')
      }
      assert(bare.includes(visible(withSigns(answer).replace(inserted, ''))), `${what}: ${bare}`)
      assert(words.includes(visible(answer.footnotes)), what)
      for (const part of [answer.label, answer.heading, answer.provenance.html_url]) {
        assert(words.includes(visible(part ?? '')) || format === 'md', `${what}: ${part}`)
      }
    }
  }
})

test('an image says where it is, and no line of its own begins with that', async () => {
  const [answer] = await everyNorm()
  const markdown = await draw('md', hostile(answer as Answer))
  assert.doesNotMatch(markdown, /^# kein Titel/m)
})

test('a page has no element that the wording brings', async () => {
  const [answer] = await everyNorm()
  const html = await draw('html', hostile(answer as Answer))
  for (const tag of ['<script', '<img', '<b>']) assert(!html.includes(tag), tag)
  assert.match(html, /<h1 lang="en">[^<]*&lt;script&gt;/)
})

test('a page states the language of the norm', async () => {
  const languages = async (code: string, path: string) => {
    const html = await draw('html', await norm.run(corpus, { code, norm: path }))
    return [...new Set(html.replace(/^[\s\S]*<body>/, '').match(/(?<=lang=")\w+/g))]
  }
  assert.deepEqual(await languages('32011l9902', 'art:2'), ['en'])
  assert.deepEqual(await languages('32024r9901', 'recital:2'), ['de'])
})

test('the abbreviation of a law follows its title, unless that begins with it', async () => {
  const place = async (code: string, path: string) =>
    (await draw('md', await norm.run(corpus, { code, norm: path }))).split('\n')[2] ?? ''
  assert.match(await place('msgb', 'par:1'), /^Möwensunder Stadtgesetzbuch \(MSGB\) › /)
  assert.match(
    await place('32011l9902', 'art:1'),
    /^Directive 2011\/9902\/EU of the [^()]* fog signals › TITLE I Lights$/,
  )
})

test('only addresses of the web are links', async () => {
  const [answer] = await everyNorm()
  const elsewhere = { ...(answer as Answer), provenance: { ...(answer as Norm).provenance, html_url: 'javascript:x' } }
  assert.doesNotMatch(await draw('html', elsewhere), /<footer>[\s\S]*href/)
})

test('a norm without any known address says so', async () => {
  const { provenance, ...rest } = await norm.run(corpus, { code: 'msgb', norm: 'par:1' })
  const without = { ...rest, attachments: [], provenance: { ...provenance, html_url: null, source_url: null } }
  for (const format of ['html', 'md', 'text'] as const) {
    const drawn = await draw(format, without)
    assert.doesNotMatch(drawn, /null|Official page|https?:/, format)
    assert.match(drawn, /The source has no known address\./, format)
    assert.doesNotMatch(drawn, /\n\n\n/, format)
  }
})

test('lists stand within each other as the law has them', async () => {
  const answer = await norm.run(corpus, { code: 'msgb', norm: 'par:12' })
  const markdown = await draw('md', answer)
  assert.match(
    markdown,
    /^1\. in einem Jahr Ansprüche\n\n {3}- a\) auf Liegegeld und\n {3}- b\) auf Rückgabe.*\n2\. in zehn/m,
  )
  assert.match(markdown, /^# § 12 Verjährung\n\nMöwensunder Stadtgesetzbuch \(MSGB\) › Buch 1 Allgemeiner Teil ›/)
  assert.match(await draw('html', answer), /<li><span>1\.<\/span> <div><p>in einem Jahr Ansprüche<\/p>\n<ul><li>/)
})

test('a page leads to the norms beside it', async () => {
  const page = async (path: string) => draw('html', await norm.run(corpus, { code: 'msgbeg', norm: path }))
  assert.match(
    await page('art:5/par:2'),
    /<a rel="prev" href="art%3A5%2Fpar%3A1">[^<]*<\/a> <a rel="next" href="art%3A5%2Fpar%3A2a">/,
  )
  const [first] = (await law.run(corpus, { code: 'msgbeg' })).norms
  assert.doesNotMatch(await page(first?.norm ?? ''), /rel="prev"/)
})

test('of a subdivision only its text is shown, and that it is one', async () => {
  const answer = await norm.run(corpus, { code: 'msgb', norm: 'par:12/abs:2/satz:1/nr:1' })
  for (const format of ['text', 'md', 'html'] as const) {
    const text = await draw(format, answer)
    assert.match(text, /Only § 12 Abs\. 2 Satz 1 Nr\. 1\./, format)
    assert(text.includes('in einem Jahr Ansprüche') && !text.includes('in zehn Jahren'), format)
  }
})

test('a norm without a text says why', async () => {
  const answer = await norm.run(corpus, { code: 'msgb', norm: '4' })
  const text = await draw('text', { ...answer, text: '' })
  assert.match(text, /^§§ 3 bis 6 \(weggefallen\)\n/)
  assert.match(text, /\n4 is within §§ 3 bis 6 MSGB\nThis norm is repealed and has no text\.\n/)
  assert.match(text, /; fetched 2026-01-01T00:00:00Z; version 20\d+\n$/)
})
