/**
 * Superscripts and subscripts of Unicode: characters with the compatibility decompositions `<super>` and `<sub>` of the
 * Unicode Character Database. Laws number sentences with them, mark footnotes, and write exponents and `6ᵇⁱˢ`. The classes
 * are parts of regular expressions with the flag `u`.
 */

export const SUPERSCRIPT_DIGITS = '⁰¹²³⁴-⁹'
/** Excludes the ordinal indicators of Spanish, which number nothing in German. */
export const SUPERSCRIPT_LETTERS =
  'ʰ-ʸˠ-ˤჼᴬ-ᴮᴰ-ᴺᴼ-ᵍᵏ-ᵡᵸᶛ-ᶿⁱⁿⱽⵯꚜꚝꝰꟲ-ꟴꟸꟹꭜ-ꭟꭩ\u{10781}-\u{10785}\u{10787}-\u{107b0}\u{107b2}-\u{107ba}'
export const SUPERSCRIPTS = `${SUPERSCRIPT_DIGITS}${SUPERSCRIPT_LETTERS}ªº⁺-⁾`
export const SUBSCRIPTS = 'ᵢ-ᵪ₀-₎ₐ-ₜⱼ'

/** The forms in common fonts. */
const SUPERSCRIPT_FORMS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ'
const SUBSCRIPT_FORMS = '₀₁₂₃₄₅₆₇₈₉₊₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ'

const byCharacter = (forms: string): ReadonlyMap<string, string> =>
  new Map(Array.from(forms, (form) => [form.normalize('NFKC'), form]))

/** The superscript or subscript form of a character, except for minus signs. */
export const SUPERSCRIPT_OF = byCharacter(SUPERSCRIPT_FORMS)
export const SUBSCRIPT_OF = byCharacter(SUBSCRIPT_FORMS)

/** Writes the digits of a footnote mark as superscripts, to separate it from the preceding word or number. */
export function toSuperscriptDigits(text: string): string {
  return text.replace(/\d/g, (digit) => SUPERSCRIPT_OF.get(digit) as string)
}
