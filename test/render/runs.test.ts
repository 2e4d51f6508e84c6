import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Norm } from '../../src/model/corpus.ts'
import { normHtml } from '../../src/render/html.ts'
import { normMarkdown } from '../../src/render/markdown.ts'
import { type NormDocument, normDocument } from '../../src/render/norm-document.ts'
import { normPlainText } from '../../src/render/render.ts'
import { normWith, run } from './marked-norm.ts'

async function drawn(draw: (norm: NormDocument) => string, change: Partial<Norm>): Promise<string> {
  return draw(normDocument(normWith(change)))
}

const formula = 'Das 10¹²fache der Freigrenze, höchstens 10⁻¹⁰ m/s CO₂ und e-0,038*T mit vmax, nach Artikel 6ᵇⁱˢ.'
const ofFormula = [
  run('raised', '¹²', formula),
  run('raised', '⁻¹⁰', formula),
  run('lowered', '₂', formula),
  run('raised', '-0,038*T', formula),
  run('lowered', 'max', formula),
  run('raised', 'ᵇⁱˢ', formula),
]

describe('raised and lowered runs', () => {
  test('are elements in HTML, with ordinary characters, so that none is raised twice', async () => {
    const html = await drawn(normHtml, { text: formula, spans: ofFormula })
    assert(
      html.includes(
        '<p>Das 10<sup>12</sup>fache der Freigrenze, höchstens 10<sup>−10</sup> m/s CO<sub>2</sub> und ' +
          'e<sup>-0,038*T</sup> mit v<sub>max</sub>, nach Artikel 6<sup>bis</sup>.</p>',
      ),
      html,
    )
  })

  test('are the same elements in Markdown, their words escaped', async () => {
    const markdown = await drawn(normMarkdown, { text: formula, spans: ofFormula })
    assert(
      markdown.includes('10<sup>12</sup>fache der Freigrenze, höchstens 10<sup>−10</sup> m/s CO<sub>2</sub> und '),
      markdown,
    )
    assert(markdown.includes('e<sup>\\-0,038\\*T</sup> mit v<sub>max</sub>'), markdown)
  })

  test('are characters of Unicode in plain text, in brackets if Unicode has none', async () => {
    const text = await drawn(normPlainText, { text: formula, spans: ofFormula })
    assert(text.includes(formula.replace('-0,038*T', '^(-0,038*T)').replace('max', '_(max)')), text)
  })

  test('that are superscripts of the source itself stay characters beside ordinary ones', async () => {
    const text = 'Fläche(m²) in m²'
    const spans = [run('raised', '(m²)', text)]
    assert.match(await drawn(normHtml, { text, spans }), /<p>Fläche<sup>\(m²\)<\/sup> in m²<\/p>/)
    assert.match(await drawn(normPlainText, { text, spans }), /Fläche\^\(\(m²\)\) in m²/)
  })

  test('within each other stay so', async () => {
    const text = 'ex² gilt'
    const spans = [run('raised', 'x²', text), run('raised', '²', text)]
    assert.match(await drawn(normHtml, { text, spans }), /<p>e<sup>x<sup>2<\/sup><\/sup> gilt<\/p>/)
    assert.match(await drawn(normPlainText, { text, spans }), /e\^\(x²\) gilt/)
  })
})

test('numbers of sentences are raised digits: elements in HTML and Markdown, characters in plain text', async () => {
  const text = '(1) ¹Das gilt. ¹²Der Rest auch.'
  const spans = ['¹D', '¹²'].map((words) => {
    const start = text.indexOf(words)
    return { kind: 'sentence' as const, start, end: start + words.replace('D', '').length }
  })
  const shown = '<sup>1</sup>Das gilt. <sup>12</sup>Der Rest auch.'
  assert((await drawn(normHtml, { text, spans })).includes(`<p>${shown}</p>`))
  assert((await drawn(normMarkdown, { text, spans })).includes(`(1) ${shown}`))
  assert((await drawn(normPlainText, { text, spans })).includes(text))
})

test('bold, italic, underlined, small and spaced runs have their elements in HTML, and nest', async () => {
  const text = 'Fett und kursiv, unterstrichen, klein, gesperrt & fertig'
  const spans = [
    run('bold', 'Fett und kursiv', text),
    run('italic', 'kursiv', text),
    run('underlined', 'unterstrichen', text),
    run('small', 'klein', text),
    run('spaced', 'gesperrt &', text),
  ]
  assert(
    (await drawn(normHtml, { text, spans })).includes(
      '<p><b>Fett und <i>kursiv</i></b>, <u>unterstrichen</u>, <small>klein</small>, ' +
        '<em class="spaced">gesperrt &amp;</em> fertig</p>',
    ),
  )
  const markdown = await drawn(normMarkdown, { text, spans })
  assert(
    markdown.includes('**Fett und <i>kursiv</i>**, <u>unterstrichen</u>, <small>klein</small>, <em>gesperrt \\&</em>'),
  )
  assert((await drawn(normPlainText, { text, spans })).includes(text), 'plain text has none of them')
})

test('a run goes on beside an image or a mark that stands in it', async () => {
  const text = 'Ein fetter Satz.'
  const spans = [run('bold', 'fetter', text)]
  const marks = [{ kind: 'footnote' as const, mark: '*)', offset: 7 }]
  const html = await drawn(normHtml, { text, spans, marks })
  assert(html.includes('Ein <b>fet<small>[*)]</small>ter</b> Satz.'), html)
})

test('of a subdivision that is asked for only its runs are shown, at their places', async () => {
  const text = '(1) Erst das fette Wort.\n(2) Dann 10¹² Wörter, das zweite fett.'
  const spans = [run('bold', 'fette Wort.\n(2) Dann', text), run('raised', '¹²', text)]
  const part = { path: 'abs:2', text: '(2) Dann 10¹² Wörter, das zweite fett.', status: 'in_force' } as const
  const selection = { ...part, lead_in: null, tail: null }
  const subdivisions = [
    { path: 'abs:1', label: '', text: '(1) Erst das fette Wort.', status: 'in_force' as const },
    { ...selection, label: '' },
  ]
  const html = await drawn(normHtml, { text, spans, selection, subdivisions })
  assert(
    html.includes('<span><b>(2)</b></span> <div><p><b>Dann</b> 10<sup>12</sup> Wörter, das zweite fett.</p></div>'),
  )
  assert(!html.includes('fette Wort'))
})
