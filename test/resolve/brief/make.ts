/**
 * Writes the brief in its five forms from its source: `node test/check/brief/make.ts`. LibreOffice (`soffice`) makes DOCX and
 * PDF, as a law firm would; they are rewritten only with `--documents`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FOLDER = import.meta.dirname
const HEAD = 'Schriftsatz in Sachen Brodersen ./. Freie Stadt Möwensund'
const WIDTH = 76

type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'table'; rows: string[][] }

/** Inline syntax of a form. */
interface Form {
  escape(text: string): string
  bold(text: string): string
  /** @param number from 1 */
  note(text: string, number: number): string
}

function blocks(): Block[] {
  const source = readFileSync(join(FOLDER, 'source.md'), 'utf8')
  return source
    .trim()
    .split(/\n\n+/)
    .map((text): Block => {
      const heading = /^(#+) (.*)$/.exec(text)
      if (heading !== null) return { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' }
      if (!text.startsWith('|')) return { kind: 'text', text }
      const cells = (line: string) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      return { kind: 'table', rows: text.split('\n').map(cells) }
    })
}

function inline(text: string, form: Form, nextNote: () => number): string {
  return text
    .split(/(\^\[[^\]]*\]|\*\*[^*]*\*\*)/)
    .map((part) => {
      if (part.startsWith('^[')) return form.note(form.escape(part.slice(2, -1)), nextNote())
      return part.startsWith('**') ? form.bold(form.escape(part.slice(2, -2))) : form.escape(part)
    })
    .join('')
}

const counter = () => {
  let count = 0
  return () => ++count
}

function asText(): string {
  const next = counter()
  const notes: string[] = []
  const form: Form = {
    escape: (text) => text.replaceAll('\u00ad', ''),
    bold: (text) => text,
    note(text, number) {
      const mark = [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')
      notes.push(`${mark} ${text}`)
      return mark
    },
  }
  const parts = blocks().map((block) => {
    if (block.kind === 'table') return block.rows.map((row) => row.join('\t')).join('\n')
    return wrapped(inline(block.text, form, next))
  })
  return `${[...parts, ...notes.map(wrapped)].join('\n\n')}\n`
}

function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string
    if (line !== '' && line.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

function asHtml(): string {
  const next = counter()
  const notes: string[] = []
  const form: Form = {
    escape: (text) =>
      text
        .replaceAll('&', '&amp;')
        .replaceAll('§ ', '&sect;&nbsp;')
        .replaceAll('\u00ad', '&shy;')
        .replaceAll('ö', '&ouml;'),
    bold: (text) => `<strong>${text}</strong>`,
    note(text, number) {
      notes.push(`<li id="n${number}">${text}</li>`)
      return `<sup><a href="#n${number}">${number}</a></sup>`
    },
  }
  const parts = blocks().map((block) => {
    if (block.kind === 'heading') return `<h${block.level}>${inline(block.text, form, next)}</h${block.level}>`
    if (block.kind === 'text') return `<p>${inline(block.text, form, next)}</p>`
    const row = (cells: string[]) => `<tr>${cells.map((cell) => `<td>${inline(cell, form, next)}</td>`).join('')}</tr>`
    return `<table>\n${block.rows.map(row).join('\n')}\n</table>`
  })
  const head = '<!doctype html>\n<html lang="de"><head><meta charset="utf-8"><title>Klage</title></head><body>'
  return [head, ...parts, '<ol>', ...notes, '</ol>', '</body></html>', ''].join('\n')
}

function asLatex(): string {
  const next = counter()
  const form: Form = {
    escape: (text) =>
      text
        .replaceAll('§§ ', '\\S\\S~')
        .replaceAll('§ ', '\\S~')
        .replaceAll('Abs. ', 'Abs.~')
        .replaceAll('\u00ad', '\\-')
        .replaceAll('ö', '\\"o')
        .replaceAll('ß', '{\\ss}')
        .replaceAll('„', '"`')
        .replaceAll('“', '"\''),
    bold: (text) => `\\textbf{${text}}`,
    note: (text) => `\\footnote{${text}}`,
  }
  const commands = ['section', 'subsection', 'subsubsection']
  const parts = blocks().map((block) => {
    if (block.kind === 'heading') return `\\${commands[block.level - 1]}*{${inline(block.text, form, next)}}`
    if (block.kind === 'text') return wrapped(inline(block.text, form, next))
    const rows = block.rows.map((row) => `${row.map((cell) => inline(cell, form, next)).join(' & ')} \\\\`)
    return ['\\begin{tabular}{lll}', ...rows, '\\end{tabular}'].join('\n')
  })
  const head = [
    '% Entwurf; § 98 MSGB ist gestrichen',
    '\\documentclass[12pt]{scrartcl}',
    '\\usepackage[ngerman]{babel}',
    '\\begin{document}',
  ]
  return `${[head.join('\n'), ...parts, '\\end{document}'].join('\n\n')}\n`
}

/** As one OpenDocument XML file, from which LibreOffice makes DOCX and PDF. */
function asFlatOdt(): string {
  const next = counter()
  const form: Form = {
    escape: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    bold: (text) => `<text:span text:style-name="Bold">${text}</text:span>`,
    note: (text, number) =>
      `<text:note text:id="n${number}" text:note-class="footnote"><text:note-citation>${number}</text:note-citation>` +
      `<text:note-body><text:p text:style-name="Footnote">${text}</text:p></text:note-body></text:note>`,
  }
  const body = blocks().map((block) => {
    if (block.kind === 'heading') {
      return `<text:h text:outline-level="${block.level}">${inline(block.text, form, next)}</text:h>`
    }
    if (block.kind === 'text') return `<text:p text:style-name="Body">${inline(block.text, form, next)}</text:p>`
    const cell = (text: string) => `<table:table-cell><text:p>${inline(text, form, next)}</text:p></table:table-cell>`
    const rows = block.rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`)
    return `<table:table><table:table-column table:number-columns-repeated="3"/>${rows.join('')}</table:table>`
  })
  const names = ['office', 'text', 'style', 'table'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  )
  const fo = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${names.join(' ')} ${fo} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles>
<style:style style:name="Standard" style:family="paragraph"><style:text-properties style:font-name="DejaVu Serif" fo:font-size="11pt" fo:language="de" fo:country="DE"/></style:style>
<style:style style:name="Body" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:line-height="150%" fo:text-align="justify" fo:margin-bottom="0.3cm"/></style:style>
<style:style style:name="Footnote" style:family="paragraph" style:parent-style-name="Standard"><style:text-properties fo:font-size="9pt"/></style:style>
<style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
</office:styles>
<office:automatic-styles><style:page-layout style:name="A4"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin-left="2.5cm" fo:margin-right="4cm" fo:margin-top="2cm" fo:margin-bottom="2cm"/><style:header-style/><style:footer-style/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="A4"><style:header><text:p>${HEAD}</text:p></style:header><style:footer><text:p>Seite <text:page-number>1</text:page-number> von <text:page-count>3</text:page-count></text:p></style:footer></style:master-page></office:master-styles>
<office:body><office:text>
${body.join('\n')}
</office:text></office:body></office:document>
`
}

/** The text forms, by file name. */
export const textForms = (): Record<string, string> => ({
  'brief.txt': asText(),
  'brief.html': asHtml(),
  'brief.tex': asLatex(),
})

function makeDocuments(): void {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-brief-'))
  try {
    writeFileSync(join(folder, 'brief.fodt'), asFlatOdt())
    for (const form of ['docx', 'pdf']) {
      execFileSync('soffice', ['--headless', '--convert-to', form, '--outdir', folder, join(folder, 'brief.fodt')])
      writeFileSync(join(FOLDER, `brief.${form}`), readFileSync(join(folder, `brief.${form}`)))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(textForms())) writeFileSync(join(FOLDER, name), text)
  if (process.argv.includes('--documents')) makeDocuments()
}
