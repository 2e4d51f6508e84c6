/** The comparison behind the checks of real corpora must itself notice losses. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { parseDocument } from '../../../src/import/gii/parse-document.ts'
import { packageRoot } from '../../../src/program/package.ts'
import { compareLaw, type HeldLaw, type HeldNorm } from './compare-law.ts'
import { heldInParsed } from './parsed-law.ts'
import { readSourceLaw } from './source-law.ts'

function imported(xml: string, code = 'probeg'): HeldLaw | undefined {
  const document = { code, path: `${code}/${code}.xml`, sourceUrl: '', titles: [] }
  const parsed = parseDocument(document, () => Buffer.from(xml))
  return 'law' in parsed ? heldInParsed(parsed.law) : undefined
}

const held = (xml: string) => imported(xml) as HeldLaw

const LAW = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE dokumente SYSTEM "http://www.gesetze-im-internet.de/dtd/1.01/gii-norm.dtd">
<dokumente builddate="20260101000000" doknr="BJNR9"><norm builddate="20260101000000" doknr="BJNR9"><metadaten><jurabk>ProbeG</jurabk>
<fundstelle typ="amtlich"><periodikum>MGBl I</periodikum><zitstelle>2020, 1</zitstelle></fundstelle>
<langue>Probegesetz</langue></metadaten></norm>
<norm builddate="1" doknr="BJNR9G1"><metadaten><gliederungseinheit><gliederungskennzahl>010</gliederungskennzahl>
<gliederungsbez>Abschnitt 1</gliederungsbez><gliederungstitel>Leer</gliederungstitel></gliederungseinheit></metadaten>
<textdaten><fussnoten><Content><P>Abschnitt 1: noch nicht gefüllt</P></Content></fussnoten></textdaten></norm>
<norm builddate="1" doknr="BJNR9G2"><metadaten><gliederungseinheit><gliederungskennzahl>020</gliederungskennzahl>
<gliederungsbez>Abschnitt 2</gliederungsbez><gliederungstitel>Voll</gliederungstitel></gliederungseinheit></metadaten></norm>
<norm builddate="1" doknr="BJNR9E1"><metadaten><enbez>§ 1</enbez><titel>Maße</titel></metadaten><textdaten><text><Content>
<P><SUP class="Rec">1</SUP>Es gilt das 10<SUP>12</SUP>fache von CO<SUB>2</SUB>, <B>fett</B>. <IMG SRC="a.gif"/></P>
<table><tgroup cols="2"><colspec colname="c1"/><colspec colname="c2"/><tbody><row><entry namest="c1" nameend="c2">oben</entry></row>
<row><entry morerows="1">links</entry><entry>rechts</entry></row><row><entry>unten</entry></row></tbody></tgroup></table>
</Content></text><fussnoten><Content><P>§ 1: Fußnote</P></Content></fussnoten></textdaten></norm></dokumente>`

describe('the comparison of a law with its file', () => {
  it('finds no difference in any law of the starter dataset, and none in one with every kind of run', () => {
    let elements = 0
    for (const file of globSync('src/starter/*/*.xml', { cwd: packageRoot })) {
      const xml = readFileSync(join(packageRoot, file), 'utf8')
      const law = imported(xml, basename(dirname(file)))
      // One of them is deliberately not importable.
      if (law === undefined) continue
      const found = compareLaw(readSourceLaw(xml), law)
      assert.deepEqual(found.differences, [], file)
      elements += found.elements
    }
    assert.ok(elements > 50)
    const { differences, runs, headings } = compareLaw(readSourceLaw(LAW), held(LAW))
    assert.deepEqual([differences, runs, headings], [[], 4, 2])
  })

  const norm = (change: (norm: HeldNorm) => Partial<HeldNorm>) => (law: HeldLaw) => ({
    norms: law.norms.map((one) => ({ ...one, ...change(one) })),
  })
  const changes: [what: string, change: (law: HeldLaw) => Partial<HeldLaw>, told: RegExp][] = [
    [
      'a heading without norms',
      ({ headings }) => ({ headings: headings.slice(1) }),
      /heading "Abschnitt 1 Leer" is missing/,
    ],
    [
      'the footnote of a heading',
      ({ headings }) => ({ headings: headings.map((heading) => ({ ...heading, footnotes: '' })) }),
      /BJNR9G1: footnotes/,
    ],
    [
      'the title of a heading',
      ({ headings }) => ({ headings: headings.map((one) => ({ ...one, title: '' })) }),
      /missing/,
    ],
    ['the promulgation', () => ({ promulgation: null }), /the promulgation is/],
    ['the version', () => ({ sourceVersion: null }), /the version is/],
    ['the title of a law', () => ({ title: 'Gesetz' }), /the title is/],
    ['a norm', () => ({ norms: [] }), /the text is missing/],
    ['a character', norm(({ text }) => ({ text: text.replace('fett', 'fet') })), /text: the source has/],
    ['a raised digit', norm(({ text }) => ({ text: text.replace('²fache', '2fache') })), /has Unicode forms/],
    ['a footnote', norm(() => ({ footnotes: '' })), /footnotes: the source has/],
    ['the heading of a norm', norm(() => ({ heading: '' })), /the heading is ""/],
    [
      'a run',
      norm(({ spans }) => ({ spans: spans.filter(({ kind }) => kind !== 'bold') })),
      /is bold in the source only/,
    ],
    [
      'the number of a sentence',
      norm(({ spans }) => ({ spans: spans.filter(({ kind }) => kind !== 'sentence') })),
      /is sentence in the source only/,
    ],
    ['an image', norm(() => ({ attachments: [] })), /files: the source has/],
    ['a merged cell', norm(({ tables }) => ({ tables: tables.map((one) => ({ ...one, merged: [] })) })), /table 1/],
    ['a table', norm(() => ({ tables: [] })), /table 1/],
  ]
  for (const [what, change, told] of changes) {
    it(`tells of ${what} that is lost or changed`, () => {
      const law = held(LAW)
      const { differences } = compareLaw(readSourceLaw(LAW), { ...law, ...change(law) })
      assert.match(differences.join('\n'), told)
    })
  }
})
