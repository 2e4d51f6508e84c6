/**
 * Reads a document of the official XML independently of the importer: it uses no code of `src`, so that a loss in the importer is
 * not a loss here.
 */
import { SaxesParser } from 'saxes'
import { type SourceTable, TableReader } from './source-tables.ts'

/** A run of characters with its own formatting, `[start, end)` among the visible characters of its text. */
export interface Run {
  kind: string
  start: number
  end: number
}

/** The visible characters of an element in order, without white space. */
export interface MarkedText {
  characters: string
  runs: Run[]
  /** Images and files, with their offsets. */
  files: { kind: string; name: string; at: number }[]
  tables: SourceTable[]
}

export interface SourceNorm {
  documentId: string
  /** `enbez`, trimmed; `undefined` for a header or a heading. */
  designation: string | undefined
  title: string
  /** The heading (`gliederungseinheit`), if the norm has one; a lone dash as designation does not count. */
  heading: { key: string; label: string; title: string } | undefined
  text: MarkedText
  footnotes: MarkedText
}

export interface SourceLaw {
  documentId: string
  builddate: string
  /** Official gazettes, with the places in them. */
  gazettes: { gazette: string; reference: string }[]
  longTitle: string
  norms: SourceNorm[]
}

/** Formatting of an element's characters. */
const RUNS: Record<string, string> = {
  SUP: 'raised',
  SUB: 'lowered',
  B: 'bold',
  I: 'italic',
  U: 'underlined',
  SP: 'spaced',
  small: 'small',
}

/** Metadata elements whose words are compared. */
const METADATA = new Set(
  'enbez titel langue gliederungskennzahl gliederungsbez gliederungstitel periodikum zitstelle'.split(' '),
)

const FILES: Record<string, string> = { IMG: 'image', FILE: 'file' }

/** Text without white space. */
export const visible = (text: string) => text.replace(/\s+/g, '')

/** Text on one line, trimmed. */
const line = (text: string) => text.replace(/\s+/g, ' ').trim()

const emptyText = (): MarkedText => ({ characters: '', runs: [], files: [], tables: [] })

/** Reads a document. @throws Error if it is not well-formed */
export function readSourceLaw(xml: string): SourceLaw {
  const law: SourceLaw = { documentId: '', builddate: '', gazettes: [], longTitle: '', norms: [] }
  const open: { name: string; run?: Run }[] = []
  let norm: SourceNorm | undefined
  /** The characters of the open metadata element. */
  let words = ''
  let tables = new TableReader()
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const content = () => {
    const part = open[3]?.name
    return part === 'text' ? norm?.text : part === 'fussnoten' ? norm?.footnotes : undefined
  }
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name })
    if (open.length === 1) law.builddate = attributes.builddate ?? ''
    if (open.length === 2) {
      const documentId = attributes.doknr ?? ''
      law.documentId ||= documentId
      norm = {
        documentId,
        designation: undefined,
        title: '',
        heading: undefined,
        text: emptyText(),
        footnotes: emptyText(),
      }
      law.norms.push(norm)
    }
    if (open[2]?.name === 'metadaten') {
      if (name === 'BR') words += ' '
      else if (METADATA.has(name)) words = ''
      if (name === 'gliederungseinheit' && norm !== undefined) norm.heading = { key: '', label: '', title: '' }
      if (name === 'fundstelle') law.gazettes.push({ gazette: '', reference: '' })
      return
    }
    const text = content()
    if (text === undefined) return
    if (open.length === 4) tables = new TableReader()
    tables.open(name, attributes, text.characters.length)
    const kind = kindOf(name, attributes)
    const top = open.at(-1)
    if (kind !== undefined && top !== undefined) top.run = { kind, start: text.characters.length, end: 0 }
    const file = FILES[name]
    if (file !== undefined) text.files.push({ kind: file, name: attributes.SRC ?? '', at: text.characters.length })
  })
  parser.on('closetag', ({ name }) => {
    const text = content()
    const run = open.at(-1)?.run
    if (text !== undefined && run !== undefined) {
      run.end = text.characters.length
      if (run.end > run.start) text.runs.push(run)
    }
    if (text !== undefined) {
      tables.close(name, text.characters.length)
      if (open.length === 4) text.tables = tables.tables
    }
    if (open[2]?.name === 'metadaten' && norm !== undefined) readMetadata(law, norm, name, line(words))
    open.pop()
  })
  const addText = (characters: string) => {
    if (open[2]?.name === 'metadaten') words += characters
    const text = content()
    const seen = visible(characters)
    if (text === undefined) return
    text.characters += seen
    // A row without words consists of no-break spaces.
    if (/[^ \t\r\n]/.test(characters)) tables.content()
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(xml.replace(/^\uFEFF/, '')).close()
  return law
}

function kindOf(name: string, { class: of, Font: font }: Record<string, string>): string | undefined {
  if (name === 'SUP' && of === 'Rec') return 'sentence'
  return name === 'DD' && /^(?:bold|italic)$/.test(font ?? '') ? font : RUNS[name]
}

function readMetadata(law: SourceLaw, norm: SourceNorm, name: string, words: string): void {
  const gazette = law.gazettes.at(-1)
  if (name === 'enbez') norm.designation = words
  if (name === 'titel') norm.title = words
  if (name === 'langue' && law.norms.length === 1) law.longTitle = words
  if (name === 'gliederungskennzahl' && norm.heading) norm.heading.key = words
  if (name === 'gliederungsbez' && norm.heading) norm.heading.label = /^[-–—]$/.test(words) ? '' : words
  if (name === 'gliederungstitel' && norm.heading) norm.heading.title = words
  if (name === 'periodikum' && gazette) gazette.gazette = words
  if (name === 'zitstelle' && gazette) gazette.reference = words
}
