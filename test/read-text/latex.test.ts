import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainTextOfLatex } from '../../src/read-text/latex.ts'
import { LINE_END } from '../../src/read-text/plain-text.ts'

/** The text, with `|` for line ends, and with white space collapsed. */
const read = (source: string) =>
  plainTextOfLatex(source)
    .text.split(LINE_END)
    .map((line) => line.replace(/[^\S\u00a0]+/g, ' ').trim())
    .filter(Boolean)
    .join(' | ')

describe('LaTeX', () => {
  const CASES: [what: string, source: string, text: string][] = [
    [
      'the section sign in all its forms',
      '\\S 1 \\S~2 \\S\\,3 \\S{}4 \\S\\S~5--6 \\textsection 7 §~8',
      '§ 1 §\u00a02 § 3 §4 §§\u00a05–6 § 7 §\u00a08',
    ],
    ['spaces', 'a~b\\,c\\ d\\;e\\quad f\\-g\\/h\\nobreakspace{}i', 'a\u00a0b c d e fgh\u00a0i'],
    ['comments', '§ 12 % § 99 MSGB\n  MSGB, 50\\,\\% %\n und', '§ 12 MSGB, 50 % und'],
    ['a comment that is a line', 'a\n% § 99 MSGB\nb%\n\nc', 'a b | c'],
    [
      'umlauts and other letters',
      'f\\"ur f\\"{u}r Stra\\ss e Ma\\ss{}e {\\ss} caf\\\'e \\c{c} \\"\\i\\ \\o re',
      'für für Straße Maße ß café ç ï øre',
    ],
    [
      'shorthands of German babel',
      '\\usepackage[ngerman]{babel}\\begin{document}"`alles"\' f"ur "Uber Hafen"-gesetz 1"=2\\end{document}',
      '„alles“ für Über Hafengesetz 1-2',
    ],
    [
      'straight quotes where babel is not German',
      '\\documentclass{article}\\begin{document}"alles" f"ur\\end{document}',
      '"alles" f"ur',
    ],
    ['shorthands within words of a fragment', 'f"ur "alles"', 'für "alles"'],
    ['quotation marks and dashes', "``alles'' `so' --- 3--6", "“alles” ‘so' — 3–6"],
    ['quotation marks as commands', '\\glqq alles\\grqq{} \\flqq so\\frqq', '„ alles“ « so»'],
    [
      'commands, whose arguments that are text stay',
      '\\textbf{MS}GB {\\itshape \\S~1} \\textcolor{red}{rot} \\href{https://x.example/§}{da} \\foo{neu}',
      'MSGB § 1 rot da neu'.replace('§ 1', '§\u00a01'),
    ],
    [
      'arguments that are no text',
      'a\\label{§ 1}b \\ref{x}\\cite[\\S 5]{y}\\vspace{1ex}\\includegraphics[width=3cm]{bild}c\\setlength\\parskip{1pt}d',
      'ab cd',
    ],
    [
      'headings, items and cells, which end lines',
      '\\section[kurz]{Eins}a\\begin{itemize}\\item b\\item c\\end{itemize}\\begin{tabular}{ll}d & e \\\\\n\\end{tabular}',
      'Eins | a | b | c | d | e',
    ],
    ['empty lines, which end lines', 'a\nb\n \nc', 'a b | c'],
    [
      'footnotes, after the paragraph',
      '§ 12\\footnote{Vgl. \\S~7.} MSGB\\footnote[3]{Zwei\n\nAbsätze.}\n\nb',
      '§ 12 MSGB | Vgl. §\u00a07. | Zwei | Absätze. | b',
    ],
    ['a footnote in a heading', '\\section{Zu\\footnote{Fuß} § 1}a', 'Zu § 1 | Fuß | a'],
    ['verbatim text as it stands', '\\verb|% \\S| \\begin{verbatim}\n% \\S~1\n\\end{verbatim}', '% \\S | % \\S~1'],
    ['environments that are left out', 'a\\begin{comment}§ 99 MSGB\\end{comment}b', 'a | b'],
    [
      'the document and its title, not the preamble',
      '\\title{Zu \\S~1}\n\\newcommand{\\x}{§ 99}\n% \\begin{document}\n\\begin{document}\\maketitle a\\end{document}§ 98',
      'Zu §\u00a01 | a',
    ],
    [
      'macros for words',
      '\\newcommand{\\sgb}{M\\"owensunder Stadtgesetzbuch\\xspace}\\def\\p{\\S~}\\newcommand\\z[1]{#1}\\p 7 \\sgb, \\z{8}',
      '§\u00a0 7 Möwensunder Stadtgesetzbuch, 8',
    ],
    ['raised digits', 'MSGB\\textsuperscript{12} 1\\textsuperscript{er}', 'MSGB¹² 1er'],
    ['what is never closed', '\\textbf{a \\footnote{b \\begin{verbatim} c \\label{d', 'a b | c d'],
  ]
  for (const [what, source, text] of CASES) it(`reads ${what}`, () => assert.equal(read(source), text))

  it('does not expand macros that double each other until they fill the memory', () => {
    const macros = ['\\newcommand{\\b}{HafenG}']
    for (const [name, of] of ['cb', 'dc', 'ed', 'fe', 'gf']) {
      macros.push(`\\newcommand{\\${name}}{${`\\${of} `.repeat(80)}}`)
    }
    assert.equal(read(`${macros.join('\n')}\\begin{document}\\S~7 \\b, \\g.\\end{document}`), '§\u00a07 HafenG, .')
  })

  it('knows where in the source its characters stand', () => {
    const source = 'F\\"ur \\S~12\\footnote{\\S~7 \\textbf{Hafen}G} \\textbf{MS}GB.'
    const plain = plainTextOfLatex(source)
    const sourceOf = (words: string) => {
      const at = plain.text.indexOf(words)
      return source.slice(plain.sourceStart(at), plain.sourceEnd(at + words.length))
    }
    assert.equal(sourceOf('Für'), 'F\\"ur')
    assert.equal(sourceOf('§\u00a012 MSGB'), '\\S~12\\footnote{\\S~7 \\textbf{Hafen}G} \\textbf{MS}GB')
    assert.equal(sourceOf('§\u00a07 HafenG'), '\\S~7 \\textbf{Hafen}G')
  })
})

it('carriage returns alone take linear time', () => {
  const start = performance.now()
  plainTextOfLatex('\r'.repeat(300_000))
  assert(performance.now() - start < 20_000)
})
