/** References to norms and laws for reference managers: in the starter dataset, and with characters that their formats must escape. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { law } from '../../src/operations/law.ts'
import { norm } from '../../src/operations/norm.ts'
import { render, renderOf } from '../../src/render/render.ts'
import { runStarter } from '../e2e/program.ts'
import { listen } from '../http/server.ts'

describe('references', () => {
  let corpus: Corpus
  before(async () => {
    corpus = await openCorpus({ dataset: 'starter' })
  })
  after(() => corpus.close())

  const ofNorm = async (format: string, input: { norm: string; as_of?: string; code?: string }) =>
    renderOf(corpus, norm, format, await norm.run(corpus, { code: 'msgb', ...input }))
  const ofLaw = async (format: string) => renderOf(corpus, law, format, await law.run(corpus, { code: 'msgb' }))

  it('are legislation in CSL-JSON, with the section as styles label it', async () => {
    assert.deepEqual(JSON.parse(await ofNorm('csl', { norm: '§ 14 Abs. 2' })), [
      {
        id: 'msgb-par-14-abs-2',
        type: 'legislation',
        title: 'Möwensunder Stadtgesetzbuch',
        'title-short': '§ 14 Abs. 2 MSGB',
        section: '14 Abs. 2',
        issued: { 'date-parts': [[2009, 3, 2]] },
        'container-title': 'MGBl I',
        volume: '2009',
        page: '17',
        jurisdiction: 'DE',
        URL: 'https://recht.example/msgb/__14.html',
        accessed: { 'date-parts': [[2026, 1, 1]] },
        language: 'de',
        note:
          'Pflichten bei der Überlassung eines Liegeplatzes; Neugefasst durch Bek. v. 4.5.2015 I 61, 88; 2016, 12; ' +
          'zuletzt geändert durch Art. 1 G v. 29.2.2024 I Nr. 8; Stand: 29.02.2024',
      },
    ])
    const [whole] = JSON.parse(await ofLaw('csl'))
    assert.deepEqual([whole.id, whole['title-short'], 'section' in whole], ['msgb', 'MSGB', false])
    const [article] = JSON.parse(await ofNorm('csl', { code: 'msgbeg', norm: 'art:5/par:1' }))
    assert.equal(article.section, 'Art. 5 § 1')
  })

  it('have the day that was asked for in their keys and in their state', async () => {
    const [older] = JSON.parse(await ofNorm('csl', { norm: '16', as_of: '2024-06-01' }))
    assert.equal(older.id, 'msgb-par-16-2024-06-01')
    assert.match(older.note, /Art\. 6 G v\. 7\.10\.2022 I Nr\. 51; wie veröffentlicht am 01\.06\.2024;/)
  })

  it('are entries of BibLaTeX, without commands in their texts', async () => {
    assert.equal(
      await ofNorm('bibtex', { norm: '14' }),
      [
        '@legislation{msgb-par-14,',
        '  title = {Möwensunder Stadtgesetzbuch},',
        '  titleaddon = {§ 14 Pflichten bei der Überlassung eines Liegeplatzes},',
        '  shorttitle = {§ 14 MSGB},',
        '  date = {2009-03-02},',
        '  howpublished = {MGBl I 2009, 17},',
        '  pagination = {section},',
        '  addendum = {Neugefasst durch Bek. v. 4.5.2015 I 61, 88; 2016, 12; zuletzt geändert durch Art. 1 G v. 29.2.2024 I Nr. 8; Stand: 29.02.2024},',
        '  url = {https://recht.example/msgb/__14.html},',
        '  urldate = {2026-01-01},',
        '  langid = {ngerman},',
        '}\n',
      ].join('\n'),
    )
    const answer = { ...(await law.run(corpus, { code: 'msgb' })), title: 'A & B_C: 100 % #1 {x} ~ ^ \\end $\n' }
    assert.match(
      render(law, 'bibtex', answer),
      /\n {2}title = \{A \\& B\\_C: 100 \\% \\#1 \\\{x\\\} \\textasciitilde\{\} \\textasciicircum\{\} \\textbackslash\{\}end \\\$\},\n/,
    )
  })

  it('are records of RIS, one line for each tag', async () => {
    const lines = (await ofNorm('ris', { norm: '14' })).split('\r\n')
    assert.equal(lines[0], 'TY  - STAT')
    assert.deepEqual(lines.slice(-2), ['ER  - ', ''])
    assert(lines.slice(0, -2).every((line) => /^[A-Z][A-Z0-9] {2}- \S/.test(line)))
    assert.deepEqual(
      ['TI', 'SE', 'DA', 'T2', 'Y2'].map((tag) => lines.find((line) => line.startsWith(tag))?.slice(6)),
      ['Möwensunder Stadtgesetzbuch', '§ 14', '2009/03/02', 'MGBl I', '2026/01/01'],
    )
  })

  it('come by media type and by parameter', async () => {
    const server = await listen(createApp({ corpus: () => corpus }).handler)
    try {
      const ask = (path: string, accept = '*/*') =>
        fetch(`http://127.0.0.1:${server.port}/laws/msgb${path}`, { headers: { accept } })
      for (const [format, type] of [
        ['csl', 'application/vnd.citationstyles.csl+json'],
        ['bibtex', 'application/x-bibtex'],
        ['ris', 'application/x-research-info-systems'],
      ] as const) {
        for (const path of ['', '/norms/14']) {
          const byType = await ask(path, type)
          assert.equal(byType.headers.get('content-type'), `${type}; charset=utf-8`)
          const body = await byType.text()
          assert.equal(body, path === '' ? await ofLaw(format) : await ofNorm(format, { norm: '14' }))
          assert.equal(await (await ask(`${path}?format=${format}`)).text(), body)
        }
      }
      assert.match((await ask('', 'application/*')).headers.get('content-type') ?? '', /^application\/json/)
    } finally {
      await server.close()
    }
  })

  it('of several norms are one list or one file', async () => {
    const csl = await runStarter('norm', 'msgb', '14', '16', '--format', 'csl')
    assert.deepEqual(
      JSON.parse(csl.stdout).map(({ id }: { id: string }) => id),
      ['msgb-par-14', 'msgb-par-16'],
    )
    const bibtex = await runStarter('norm', 'msgb', '14', '16', '--format', 'bibtex')
    assert.deepEqual(
      [...bibtex.stdout.matchAll(/^@legislation\{(.*),$/gm)].map(([, key]) => key),
      ['msgb-par-14', 'msgb-par-16'],
    )
  })
})
