/**
 * Raised and lowered runs in the characters that Unicode has for them (superscripts and subscripts; The Unicode Standard,
 * 22.4), so that plain text says `10¹²` and not `1012`.
 */
import { lineOfText, type XmlElement } from './xml-reader.ts'

/** The characters with a raised form that fonts have, and these forms, in the same order. */
const PLAIN_RAISED = '0123456789+=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ'
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ'
const PLAIN_LOWERED = '0123456789+=()aehijklmnoprstuvxβγρφχ'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ'

const DASHES = '-\u2010\u2011\u2012\u2013\u2014\u2212'

const formsOf = (plain: string, forms: string, minus: string): ReadonlyMap<string, string> =>
  new Map([
    ...[...plain].map((character, place): [string, string] => [character, [...forms][place] as string]),
    ...[...DASHES].map((dash): [string, string] => [dash, minus]),
  ])

const FORMS = {
  raised: formsOf(PLAIN_RAISED, RAISED, '\u207b'),
  lowered: formsOf(PLAIN_LOWERED, LOWERED, '\u208b'),
}

/**
 * The run in raised or lowered characters: `12` -> `¹²`, `-10` -> `⁻¹⁰`. White space stays.
 * @returns the run as it is if one of its characters has no such form, or a dash stands between others than digits
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

/** All text below an element as one line, with its raised and lowered runs in such characters: of titles. */
export function lineWithForms(element: XmlElement | undefined): string {
  return lineOfText(element && withForms(element))
}

function withForms(element: XmlElement): XmlElement {
  const kind = { SUP: 'raised', SUB: 'lowered' }[element.name] as 'raised' | 'lowered' | undefined
  const children = element.children.map((child) => {
    if (typeof child !== 'string') return withForms(child)
    return kind === undefined ? child : toForm(child, kind)
  })
  return { ...element, children }
}
