/**
 * Raised and lowered runs in the characters that Unicode has for them (The Unicode Standard, 22.4), so that plain text
 * reads `10¹²`, not `1012`. Source families share it.
 */
import { SUBSCRIPT_OF, SUPERSCRIPT_OF } from '../util/superscripts.ts'
import { lineOfText, type XmlElement } from './xml-tree.ts'

const DASHES = '-\u2010\u2011\u2012\u2013\u2014\u2212'

const withDashes = (forms: ReadonlyMap<string, string>, minus: string): ReadonlyMap<string, string> =>
  new Map([...forms, ...Array.from(DASHES, (dash) => [dash, minus] as const)])

const FORMS = { raised: withDashes(SUPERSCRIPT_OF, '\u207b'), lowered: withDashes(SUBSCRIPT_OF, '\u208b') }

/**
 * Writes a run in raised or lowered characters: `12` -> `¹²`, `-10` -> `⁻¹⁰`. White space stays.
 * @returns the run as it is if one of its characters has no such form, or a dash precedes a letter
 */
export function toForm(run: string, kind: 'raised' | 'lowered'): string {
  const forms = FORMS[kind]
  let written = ''
  for (const character of run) {
    const form = /\s/.test(character) ? character : forms.get(character)
    if (form === undefined) return run
    written += form
  }
  return /[-\u2010-\u2014\u2212]\p{L}/u.test(run) ? run : written
}

/** Returns all text below an element as one line, with raised and lowered runs in such characters. */
export function lineWithForms(element: XmlElement | undefined): string {
  return lineOfText(element && withForms(element))
}

function withForms(element: XmlElement): XmlElement {
  const kind = element.name === 'SUP' ? 'raised' : element.name === 'SUB' ? 'lowered' : undefined
  const children = element.children.map((child) => {
    if (typeof child !== 'string') return withForms(child)
    return kind === undefined ? child : toForm(child, kind)
  })
  return { ...element, children }
}
