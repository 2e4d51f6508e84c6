/** Commands of LaTeX, those that a document defines included: the text they stand for, and their arguments. */

const words = (list: string) => list.split(' ')
/** Maps the first word of each pair to the second. */
const pairs = (list: string) =>
  Array.from(list.matchAll(/(\S+) (\S+)/g), ([, name = '', text = '']) => [name, text] as const)
/** Maps the first character of each word to the rest of it, which may be empty. */
const byCharacter = (list: string): ReadonlyMap<string, string> =>
  new Map(words(list).map((word) => [word.charAt(0), word.slice(1)]))

/** Commands that stand for characters. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...pairs(
    'S § textsection § P ¶ textparagraph ¶ ss ß SS SS ae æ AE Æ oe œ OE Œ aa å AA Å o ø O Ø l ł L Ł i i j j glqq „ grqq “ ' +
      'glq ‚ grq ‘ flqq « frqq » flq ‹ frq › quotedblbase „ textquotedblleft “ textquotedblright ” textquoteleft ‘ ' +
      'textquoteright ’ guillemotleft « guillemotright » dots … ldots … textellipsis … textendash – textemdash — ' +
      'textbackslash \\ textasciitilde ~ textunderscore _ euro € texteuro € EUR € slash / textdegree ° textperthousand ‰',
  ),
  ...words('quad qquad enspace thinspace space').map((name) => [name, ' '] as const),
  ...words('newline linebreak').map((name) => [name, '\n'] as const),
  ['nobreakspace', '\u00a0'],
  ['xspace', ''],
])

/** Commands of one character that is not a letter. Others stand for nothing. */
export const SIGNS: ReadonlyMap<string, string> = new Map([
  ...Array.from('%&$#_{}', (sign) => [sign, sign] as const),
  ...Array.from(';:> \t', (sign) => [sign, ' '] as const),
  [',', '\u2009'],
  ['\n', '\n'],
])

/** Accents, as the combining characters of Unicode, which follow the letter. */
export const ACCENTS = byCharacter(
  '"\u0308 \'\u0301 `\u0300 ^\u0302 ~\u0303 =\u0304 .\u0307 c\u0327 v\u030c u\u0306 H\u030b r\u030a k\u0328 d\u0323 b\u0331',
)

/** Shorthands of babel for German that begin with `"`. */
export const SHORTHANDS = byCharacter('`„ \'“ <« >» - " | =- ~- //')
export const SHORTHAND_LETTERS = byCharacter('aä oö uü AÄ OÖ UÜ sß zß SSS eë iï')

/** Numbers of leading arguments that are not text. All other arguments are text. */
export const SKIPPED_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ...words(
    'label ref pageref autoref cref Cref nameref vref eqref cite citep citet autocite parencite footcite footfullcite ' +
      'textcite fullcite citeauthor citetitle citeyear nocite includegraphics usepackage RequirePackage documentclass ' +
      'documentstyle input include bibliography bibliographystyle addbibresource vspace hspace pagestyle thispagestyle ' +
      'pagenumbering hypersetup url nolinkurl color selectlanguage index glossary gls geometry phantom hphantom vphantom ' +
      'bibitem cline cmidrule rowcolor columncolor cellcolor linespread captionsetup setmainfont ' +
      'setsansfont setmonofont theoremstyle newcounter stepcounter refstepcounter usetikzlibrary lstset href ' +
      'foreignlanguage textcolor colorbox parbox raisebox makebox framebox',
  ).map((name) => [name, 1] as const),
  ...words(
    'newcommand renewcommand providecommand DeclareMathOperator setlength addtolength setcounter addtocounter rule ' +
      'newtheorem definecolor fontsize newenvironment renewenvironment addcontentsline multicolumn multirow fcolorbox ' +
      'resizebox',
  ).map((name) => [name, 2] as const),
  ['definecolor', 3],
  ['newenvironment', 3],
  ['renewenvironment', 3],
])

/** Commands that begin a line, and whose argument is one. */
export const LINES = new Set(
  words(
    'part chapter section subsection subsubsection paragraph subparagraph title subtitle subject author date caption ' +
      'addchap addsec minisec address opening closing cc encl signature',
  ),
)
/** Commands that end a line. */
export const BREAKS = new Set(
  words(
    'par item newpage clearpage cleardoublepage hline toprule midrule bottomrule maketitle tabularnewline bigskip ' +
      'medskip smallskip',
  ),
)
/** Commands for notes: their argument interrupts the text around them. */
export const NOTES = new Set(words('footnote footnotetext marginpar marginnote sidenote endnote thanks todo'))
/** Environments whose content is not text. */
export const SKIPPED_ENVIRONMENTS = new Set(['comment', 'filecontents', 'filecontents*', 'tikzpicture'])
/** Environments whose content is text as it stands. */
export const VERBATIM = new Set(['verbatim', 'verbatim*', 'Verbatim', 'lstlisting', 'alltt', 'minted'])
/** Numbers of the arguments of environments that are not text. */
export const ENVIRONMENT_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ...words('tabular longtable array minipage multicols thebibliography minted').map((name) => [name, 1] as const),
  ...words('tabular* tabularx wrapfigure').map((name) => [name, 2] as const),
])
/** Commands of the preamble whose argument is text, which `\maketitle` shows. */
export const TITLES = new Set(words('title subtitle subject author date publishers titlehead'))

/** Maps the offset of each opening brace to that of its closing one, if there is one. One pass. */
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

/** A longer macro is not a name. Macros that double each other would exhaust the memory. */
const LONGEST_TEXT = 300

const ACCENTED = /\\(["'`^~])[{ ]?(\p{L})\}?/gu

/** Finds the macros without arguments that a document defines: `\newcommand{\msgb}{Stadtgesetzbuch}`. */
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
