/** Character references of HTML: `&sect;`, `&#167;`, `&#xA7;`. */

/** Names of the characters U+00A0 to U+00FF, in their order. They are also read without a semicolon (HTML, 13.5). */
const LATIN_1 = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'
).split(' ')

const WITHOUT_SEMICOLON = new Map<string, string>([
  ...LATIN_1.map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
  ] as [string, string][]),
])

/** Others that texts about laws have: dashes, quotation marks, spaces, invisible characters. */
const WITH_SEMICOLON = new Map<string, string>(
  Object.entries({
    apos: "'",
    ndash: '–',
    mdash: '—',
    horbar: '―',
    hyphen: '‐',
    minus: '−',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    lsaquo: '‹',
    rsaquo: '›',
    hellip: '…',
    bull: '•',
    euro: '€',
    trade: '™',
    permil: '‰',
    dagger: '†',
    Dagger: '‡',
    prime: '′',
    Prime: '″',
    rarr: '→',
    larr: '←',
    Scaron: 'Š',
    scaron: 'š',
    OElig: 'Œ',
    oelig: 'œ',
    num: '#',
    ast: '*',
    lpar: '(',
    rpar: ')',
    lsqb: '[',
    rsqb: ']',
    comma: ',',
    period: '.',
    colon: ':',
    semi: ';',
    sol: '/',
    lowbar: '_',
    ensp: '\u2002',
    emsp: '\u2003',
    numsp: '\u2007',
    puncsp: '\u2008',
    thinsp: '\u2009',
    hairsp: '\u200a',
    ZeroWidthSpace: '\u200b',
    zwnj: '\u200c',
    zwj: '\u200d',
    lrm: '\u200e',
    rlm: '\u200f',
    NoBreak: '\u2060',
    NonBreakingSpace: '\u00a0',
    Tab: '\t',
    NewLine: '\n',
  }),
)

const LONGEST_WITHOUT_SEMICOLON = 6
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,31}));?/y
const REPLACEMENT = '\ufffd'

/** What the reference at `at` stands for, and the offset behind it; `undefined` where there is none that is known. */
export function readReference(source: string, at: number): { text: string; end: number } | undefined {
  REFERENCE.lastIndex = at
  const [whole = '', decimal, hexadecimal, name] = REFERENCE.exec(source) ?? []
  if (name === undefined) {
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return Number.isNaN(code) ? undefined : { text: characterOf(code), end: at + whole.length }
  }
  const known = whole.endsWith(';') ? (WITHOUT_SEMICOLON.get(name) ?? WITH_SEMICOLON.get(name)) : undefined
  if (known !== undefined) return { text: known, end: at + whole.length }
  for (let length = Math.min(name.length, LONGEST_WITHOUT_SEMICOLON); length >= 2; length--) {
    const text = WITHOUT_SEMICOLON.get(name.slice(0, length))
    if (text !== undefined) return { text, end: at + 1 + length }
  }
  return undefined
}

/** Numbers from 128 to 159 mean characters of windows-1252, as browsers read them (HTML, 13.2.5.80). */
function characterOf(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return new TextDecoder('windows-1252').decode(Uint8Array.of(code))
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return REPLACEMENT
  return String.fromCodePoint(code)
}
