/** Reads the beginning of an XML file: whether it is Formex, and of which act. */
import { SaxesParser } from 'saxes'
import { ENOUGH, writeBeginning } from '../xml-tree.ts'

/** What the beginning of a file tells. Fields are empty where it does not. */
export interface FormexHead {
  /** Name of the document element. */
  root: string
  /** The first CELEX number in it. */
  celex: string
  /** Attributes of `INFO.CONSLEG`: what a consolidation is. */
  consolidation: Record<string, string>
  /** Language code in capitals. */
  language: string
  /** The list of files of the act, which its annexes name, too: `L_2016119EN.01000101.doc.xml`. */
  reference: string
  /** The number of an act as adopted, `NO.DOC`: `679`, `2016`; its community `EU`. */
  number: string
  year: string
  /** The words of the title, up to the first note. */
  title: string
}

/** Elements after which nothing more is learned. */
const ENDS: ReadonlySet<string> = new Set([
  ...['GR.CORRIG', 'GR.MOD.ACT', 'PREAMBLE', 'ENACTING.TERMS', 'CONTENTS', 'PAPER'],
  ...['FMX', 'html', 'body', 'norm', 'metadaten'],
])
const FIELDS: ReadonlyMap<string, 'celex' | 'language' | 'number'> = new Map([
  ['NO.CELEX', 'celex'],
  ['LG.DOC', 'language'],
  ['NO.CURRENT', 'number'],
])

/**
 * Reads as far as needed, in time linear in the length of `bytes`.
 * @param bytes the document, or the first bytes of it
 * @returns `undefined` if there is no document element
 */
export function readFormexHead(bytes: Uint8Array): FormexHead | undefined {
  let head: FormexHead | undefined
  const above: string[] = []
  let text = ''
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const end = (): never => {
    throw ENOUGH
  }
  parser.on('error', end)
  parser.on('opentag', ({ name, attributes }) => {
    if (head !== undefined && ENDS.has(name)) end()
    head ??= { root: name, celex: '', consolidation: {}, language: '', reference: '', number: '', year: '', title: '' }
    if (name === 'INFO.CONSLEG') head.consolidation = attributes
    if (name === 'DOCUMENT.REF') head.reference ||= attributes.FILE ?? ''
    if (head.title !== '' && name === 'NOTE') end()
    if (!above.includes('TITLE')) text = ''
    above.push(name)
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', ({ name }) => {
    above.pop()
    if (head === undefined) return
    if (name === 'P') text += ' '
    const words = text.replace(/\s+/g, ' ').trim()
    const field = FIELDS.get(name)
    if (field !== undefined) head[field] ||= words
    if (name === 'YEAR' && above.at(-1) === 'NO.DOC') head.year ||= words
    if (name === 'TITLE') {
      head.title ||= words
      // A consolidation has the title of the act in its bibliographic data, before the CELEX numbers of others.
      end()
    }
  })
  writeBeginning(bytes, parser)
  return head
}
