/** Commands of LaTeX, those that a document defines included: the text they stand for, and their arguments. */

/** Commands that stand for characters. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    S: '§',
    textsection: '§',
    P: '¶',
    textparagraph: '¶',
    ss: 'ß',
    SS: 'SS',
    ae: 'æ',
    AE: 'Æ',
    oe: 'œ',
    OE: 'Œ',
    aa: 'å',
    AA: 'Å',
    o: 'ø',
    O: 'Ø',
    l: 'ł',
    L: 'Ł',
    i: 'i',
    j: 'j',
    glqq: '„',
    grqq: '“',
    glq: '‚',
    grq: '‘',
    flqq: '«',
    frqq: '»',
    flq: '‹',
    frq: '›',
    quotedblbase: '„',
    textquotedblleft: '“',
    textquotedblright: '”',
    textquoteleft: '‘',
    textquoteright: '’',
    guillemotleft: '«',
    guillemotright: '»',
    dots: '…',
    ldots: '…',
    textellipsis: '…',
    textendash: '–',
    textemdash: '—',
    textbackslash: '\\',
    textasciitilde: '~',
    textunderscore: '_',
    euro: '€',
    texteuro: '€',
    EUR: '€',
    slash: '/',
    newline: '\n',
    linebreak: '\n',
    quad: ' ',
    qquad: ' ',
    enspace: ' ',
    thinspace: ' ',
    nobreakspace: '\u00a0',
    space: ' ',
    xspace: '',
    textdegree: '°',
    textperthousand: '‰',
  }),
)

/** Commands of one character that is no letter. */
export const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ',': '\u2009',
    ';': ' ',
    ':': ' ',
    '>': ' ',
    ' ': ' ',
    '\t': ' ',
    '\n': '\n',
    '!': '',
    '-': '',
    '/': '',
    '@': '',
    '%': '%',
    '&': '&',
    $: '$',
    '#': '#',
    _: '_',
    '{': '{',
    '}': '}',
    '(': '',
    ')': '',
    '[': '',
    ']': '',
  }),
)

/** Accents: the mark that Unicode puts after the letter. */
export const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '"': '\u0308',
    "'": '\u0301',
    '`': '\u0300',
    '^': '\u0302',
    '~': '\u0303',
    '=': '\u0304',
    '.': '\u0307',
    c: '\u0327',
    v: '\u030c',
    u: '\u0306',
    H: '\u030b',
    r: '\u030a',
    k: '\u0328',
    d: '\u0323',
    b: '\u0331',
  }),
)

/** Shorthands of babel for German that begin with `"`. */
export const SHORTHANDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '`': '„',
    "'": '“',
    '<': '«',
    '>': '»',
    '-': '',
    '"': '',
    '|': '',
    '=': '-',
    '~': '-',
    '/': '/',
  }),
)
export const SHORTHAND_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ a: 'ä', o: 'ö', u: 'ü', A: 'Ä', O: 'Ö', U: 'Ü', s: 'ß', z: 'ß', S: 'SS', e: 'ë', i: 'ï' }),
)

/** How many arguments in front are no text. All other arguments are text. */
export const UNREAD_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ...(
    'label ref pageref autoref cref Cref nameref vref eqref cite citep citet autocite parencite footcite footfullcite ' +
    'textcite fullcite citeauthor citetitle citeyear nocite includegraphics usepackage RequirePackage documentclass ' +
    'documentstyle input include bibliography bibliographystyle addbibresource vspace hspace pagestyle thispagestyle ' +
    'pagenumbering hypersetup url nolinkurl color selectlanguage index glossary gls geometry phantom hphantom vphantom ' +
    'bibitem cline cmidrule rowcolor columncolor cellcolor linespread captionsetup setmainfont ' +
    'setsansfont setmonofont theoremstyle newcounter stepcounter refstepcounter usetikzlibrary lstset href ' +
    'foreignlanguage textcolor colorbox parbox raisebox makebox framebox'
  )
    .split(' ')
    .map((name): [string, number] => [name, 1]),
  ...(
    'newcommand renewcommand providecommand DeclareMathOperator setlength addtolength setcounter addtocounter rule ' +
    'newtheorem definecolor fontsize newenvironment renewenvironment addcontentsline multicolumn multirow fcolorbox ' +
    'resizebox'
  )
    .split(' ')
    .map((name): [string, number] => [name, 2]),
  ['definecolor', 3],
  ['newenvironment', 3],
  ['renewenvironment', 3],
])

/** Commands whose argument in square brackets is text. */
export const READ_OPTIONS = new Set(['item'])

/** Commands that begin a line, and whose argument is one. */
export const LINES = new Set(
  (
    'part chapter section subsection subsubsection paragraph subparagraph title subtitle subject author date caption ' +
    'addchap addsec minisec address opening closing cc encl signature'
  ).split(' '),
)
/** Commands that end a line. */
export const BREAKS = new Set(
  'par item newpage clearpage cleardoublepage hline toprule midrule bottomrule maketitle tabularnewline bigskip medskip smallskip'.split(
    ' ',
  ),
)
/** Commands whose argument stands elsewhere on the page, apart from the text around it. */
export const SEPARATE = new Set('footnote footnotetext marginpar marginnote sidenote endnote thanks todo'.split(' '))
/** Environments whose content is no text. */
export const UNREAD_ENVIRONMENTS = new Set(['comment', 'filecontents', 'filecontents*', 'tikzpicture'])
/** Environments whose content is text as it stands. */
export const VERBATIM = new Set(['verbatim', 'verbatim*', 'Verbatim', 'lstlisting', 'alltt', 'minted'])
/** Environments with arguments that are no text, and how many. */
export const ENVIRONMENT_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['tabular', 1],
  ['tabular*', 2],
  ['tabularx', 2],
  ['longtable', 1],
  ['array', 1],
  ['minipage', 1],
  ['multicols', 1],
  ['thebibliography', 1],
  ['minted', 1],
  ['wrapfigure', 2],
])
/** Commands before the document whose argument is text: `\maketitle` shows it. */
export const TITLES = new Set('title subtitle subject author date publishers titlehead'.split(' '))

/** Maps the offset of each opening brace that is closed to the offset of its closing one. One pass. */
export function matchBraces(source: string): ReadonlyMap<number, number> {
  const closes = new Map<number, number>()
  const open: number[] = []
  for (const { 0: found, index } of source.matchAll(/\\[\s\S]|%.*|[{}]/g)) {
    if (found === '{') open.push(index)
    else if (found === '}') {
      const start = open.pop()
      if (start !== undefined) closes.set(start, index)
    }
  }
  return closes
}

const DEFINITION =
  /\\(?:(?:re|provide)?newcommand\*?[ \t]*\{?\\([a-zA-Z]{1,40})[ \t]*\}?|def[ \t]*\\([a-zA-Z]{1,40}))[ \t]*\{((?:[^{}]|\{\p{L}?\}){0,300})\}/gu

/** Macros that stand for more stand for no name; those that double each other would fill the memory. */
const LONGEST_TEXT = 300

const ACCENTED = /\\(["'`^~])[{ ]?(\p{L})\}?/gu

/** Macros without arguments that the text defines for words: `\newcommand{\msgb}{Stadtgesetzbuch}`. */
export function findMacros(source: string): ReadonlyMap<string, string> {
  const macros = new Map<string, string>()
  for (const [, command, defined, body = ''] of source.matchAll(DEFINITION)) {
    const accented = body.replace(ACCENTED, (_, accent: string, letter: string) =>
      (letter + ACCENTS.get(accent)).normalize('NFC'),
    )
    const text = accented.replace(/\\([a-zA-Z]+)[ \t]*|\\([^a-zA-Z])|~/g, (found, name?: string, sign?: string) => {
      if (found === '~') return '\u00a0'
      return name === undefined ? (SIGNS.get(sign ?? '') ?? '') : (SYMBOLS.get(name) ?? macros.get(name) ?? '')
    })
    macros.set(command ?? defined ?? '', text.length > LONGEST_TEXT ? '' : text)
  }
  return macros
}
