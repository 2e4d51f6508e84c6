import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainTextOfHtml } from '../../src/read-text/html.ts'
import { LINE_END } from '../../src/read-text/plain-text.ts'

/** The lines of the text, ignoring white space between words. */
const linesOf = (source: string) =>
  plainTextOfHtml(source)
    .text.split(LINE_END)
    .map((line) => line.trim().replace(/[^\S\u00a0]+/g, ' '))
    .filter((line) => line !== '')

describe('the text of XML', () => {
  const linesOfXml = (source: string) =>
    plainTextOfHtml(source, true)
      .text.split(LINE_END)
      .map((line) => line.trim().replace(/[^\S\u00a0]+/g, ' '))
      .filter((line) => line !== '')
  const cases: [name: string, source: string, ...lines: string[]][] = [
    [
      'of a decision of rechtsprechung-im-internet.de',
      '<?xml version="1.0"?>\n<!DOCTYPE dokument SYSTEM "x.dtd">\n<dokument><norm>&#167; 1 MSGB</norm><tenor><div>' +
        '<dl><dt><a name="rd_1">1</a></dt><dd><p>Nach § 2\n <span>MSGB</span><br/>a</p></dd></dl></div></tenor></dokument>',
      '§ 1 MSGB',
      '1',
      'Nach § 2 MSGB',
      'a',
    ],
    [
      'of a decision in Akoma Ntoso, whatever the prefix',
      '<akn:judgment><akn:header><akn:p>Az. <akn:docNumber>1 C 2</akn:docNumber></akn:p></akn:header>' +
        '<akn:p>§ 1\n  <akn:ref href="x">MSGB</akn:ref></akn:p><p>§ 2</p><ris:a>b</ris:a></akn:judgment>',
      'Az. 1 C 2',
      '§ 1 MSGB',
      '§ 2',
      'b',
    ],
    ['of elements that HTML hides', '<text><head>§ 1</head><script>§ 2</script></text>', '§ 1', '§ 2'],
  ]
  for (const [name, source, ...lines] of cases) {
    it(name, () => assert.deepEqual(linesOfXml(source), lines))
  }
})

describe('the text of HTML', () => {
  const cases: [name: string, source: string, ...lines: string[]][] = [
    ['inline elements are part of their line', 'nach <a href="#">§ 1</a> <b>MS</b>GB', 'nach § 1 MSGB'],
    ['block elements and breaks end lines', '<p>§ 1</p><p>a<br>b<ul><li>c<LI>d</ul>e', '§ 1', 'a', 'b', 'c', 'd', 'e'],
    ['cells are apart, and marked', '<tr><td>§ 1</td><td>MSGB</td></tr>', '||', '|§ 1', '|MSGB'],
    ['line breaks of the source are spaces', 'nach §\r\n  1 MSGB', 'nach § 1 MSGB'],
    ['comments are left out', 'a<!-- § 1 <p> -->b', 'ab'],
    [
      'so are scripts, styles and the head',
      '<head><title>x</title></head>a<script>"<p>"</script><style>§</style>b',
      'ab',
    ],
    ['a head ends where the body begins', '<head><title>x</title><body>a', 'a'],
    ['character references', '&sect;&nbsp;1 &#167; &#xA7; &auml; &amp;sect; &#150;', '§\u00a01 § § ä &sect; –'],
    ['old names need no semicolon', '&sect 1 &sect12 &ouml&szlig', '§ 1 §12 öß'],
    ['every name of HTML, of one character or two', '&AMP; &alpha; &fjlig; &Afr;', '& α fj 𝔄'],
    ['what is no reference stays', 'A & B &; &# &foo; &#x; AT&T', 'A & B &; &# &foo; &#x; AT&T'],
    ['references to nothing', '&#0; &#xD800; &#1114112;', '\ufffd \ufffd \ufffd'],
    ['a sign is no tag', '3 < 5 <§ 1> <', '3 < 5 <§ 1> <'],
    ['attributes may hold a bracket', '<a title="a > b" rel=\'>\'>§ 1</a>', '§ 1'],
    ['marks of footnotes are no part of a number', '§ 1<sup>2</sup> MSGB<sup><a href="#n">[3]</a></sup>', '§ 1 MSGB'],
    ['other superscripts are words of their own', 'M<sup>lle</sup>', 'M lle'],
    ['unclosed tags and comments are text', 'a <b § 1 MSGB <p>c <!-- § 2', 'a <b § 1 MSGB', 'c <!-- § 2'],
    ['an unclosed script is read', '<script>§ 1', '§ 1'],
    ['an unclosed quotation mark does not hide what follows', '<a title="x>§ 1</a><p>§ 2', '§ 1', '§ 2'],
    ['declarations', '<?xml version="1.0"?><!doctype html><p>a', 'a'],
    ['character data', '<![CDATA[§ 1]]>', '§ 1]]>'],
  ]
  for (const [name, source, ...lines] of cases) {
    it(name, () => assert.deepEqual(linesOf(source), lines))
  }

  it('knows where in the source its characters stand', () => {
    const source = '<p>nach &sect;&nbsp;1 <b>MSGB</b></p>'
    const plain = plainTextOfHtml(source)
    const start = plain.text.indexOf('§')
    const end = plain.text.indexOf('MSGB') + 4
    assert.equal(source.slice(plain.sourceStart(start), plain.sourceEnd(end)), '&sect;&nbsp;1 <b>MSGB')
    assert.equal(source.slice(plain.sourceStart(start), plain.sourceEnd(start + 1)), '&sect;')
    assert.equal(source.slice(plain.sourceStart(start + 2), plain.sourceEnd(start + 3)), '1')
  })
})
