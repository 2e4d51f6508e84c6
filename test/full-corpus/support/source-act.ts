/**
 * Reads the visible text of a Formex document independently of the importer. Everything outside the bibliographic data is
 * visible, and so are signs in attributes.
 */

/** Visible content, in document order. */
export interface SourceAct {
  root: string
  /** Characters outside notes, and inside. */
  text: string
  notes: string
  articles: number
  recitals: number
  annexes: number
}

const HIDDEN = new Set(['BIB.INSTANCE', 'INFO.CONSLEG', 'INFO.PROD', 'FAM.COMP'])
const SIGNS: Record<string, string> = {
  PLUS: '+',
  MINUS: '-',
  MULT: '×',
  DIV: '÷',
  CARTPROD: '×',
  PLUSMINUS: '±',
  EQ: '=',
  NE: '≠',
  LT: '<',
  LE: '≤',
  GT: '>',
  GE: '≥',
  AP: '≈',
}
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g

export function readSourceAct(xml: string): SourceAct {
  const act: SourceAct = { root: '', text: '', notes: '', articles: 0, recitals: 0, annexes: 0 }
  const open: string[] = []
  let hidden = 0
  let titleOfAct = 0
  let inNotes = 0
  let quoted = 0
  const add = (text: string) => {
    if (hidden > 0) return
    if (inNotes > 0) act.notes += text
    else if (titleOfAct === 0) act.text += text
  }
  for (const [, cdata, closes, name = '', attributes = '', empty, text] of xml.matchAll(TOKEN)) {
    if (cdata !== undefined) add(cdata)
    if (text !== undefined) add(text.replace(/&(#x?)?(\w+);/g, (_, number, value) => entity(number, value)))
    if (name === '') continue
    const isTitle = name === 'TITLE' && /^(?:ACT|CONS\.DOC)$/.test(open.at(-1) ?? '')
    if (closes === '') {
      act.root ||= name
      if (name === 'QUOT.START' || name === 'QUOT.END')
        add(String.fromCodePoint(Number.parseInt(/CODE="(\w+)"/.exec(attributes)?.[1] ?? '', 16)))
      if (name === 'OP.MATH' || name === 'OP.CMP') add(SIGNS[/TYPE="(\w+)"/.exec(attributes)?.[1] ?? ''] ?? '?')
      if (quoted === 0 && hidden === 0) {
        if (name === 'ARTICLE') act.articles++
        if (name === 'CONSID') act.recitals++
        if (name === 'ANNEX' || name === 'CONS.ANNEX') act.annexes++
      }
      if (empty === '/') continue
      open.push(name)
      if (HIDDEN.has(name)) hidden++
      if (isTitle) titleOfAct++
      if (name === 'NOTE') inNotes++
      if (name === 'QUOT.S') quoted++
    } else {
      open.pop()
      if (HIDDEN.has(name)) hidden--
      if (name === 'TITLE' && /^(?:ACT|CONS\.DOC)$/.test(open.at(-1) ?? '')) titleOfAct--
      if (name === 'NOTE') inNotes--
      if (name === 'QUOT.S') quoted--
    }
  }
  return act
}

function entity(number: string | undefined, value: string): string {
  if (number === undefined) return ENTITIES[value] ?? ''
  return String.fromCodePoint(Number.parseInt(value, number === '#x' ? 16 : 10))
}
