/** Reads LaTeX documents. */

import { BLOCK_QUOTATION, NOTE_MARK } from '../util/block-quotation.ts'
import { toSuperscriptDigits } from '../util/superscripts.ts'
import { LINE_END, nextMatch, type PlainText, PlainTextBuilder } from './plain-text.ts'

// `^` with the flag `m` would restart after each CR, and take quadratic time.
const DOCUMENT = /(?<![^\n])(?:[^%\n\\]|\\[^b\n]|\\b(?!egin\s*\{document\}))*\\begin\s*\{document\}/
const GERMAN = /\b(?:n?german|n?austrian|n?swissgerman)\b/
const COMMAND = /\\([a-zA-Z@]+)/y
const OPTION = /\*?(?:[ \t]*\[[^\][]{0,300}\])+|\*/y
const ENVIRONMENT = /\s*\{([^{}\n]{1,40})\}/y
const ACCENTED = /[ \t]*(?:\{\s*(?:\\([ij])|(\p{L}))\s*\}|\\([ij])(?![a-zA-Z])|(\p{L}))/uy
const RAISED_DIGITS = /\{(\d{1,3})\}/y
const REST_OF_COMMENT = /[^\n]*(?:\n[ \t]*)?/y
const EMPTY_LINE = /\n[ \t\r]*\n/y
const IS_LETTER = /\p{L}/u

/**
 * Removes the markup. Commands are omitted, except arguments that are text; comments and the preamble (except the title) are
 * omitted. Footnotes follow their paragraph. Empty lines, headings, items and cells end lines.
 */
export function plainTextOfLatex(source: string): PlainText {
  return new LatexReader(source).read()
}

class LatexReader {
  readonly #source: string
  readonly #out: LatexOutput
  readonly #closes: ReadonlyMap<number, number>
  readonly #macros: ReadonlyMap<string, string>
  /** Actions at closing braces, by offset. */
  readonly #atClose = new Map<number, 'line' | 'note' | 'quotation'>()
  readonly #ends = new Map<string, (offset: number) => number>()
  /** True if `"a` is `ä`: in German documents. Undefined if the source does not say: then only within words. */
  readonly #shorthands: boolean | undefined

  constructor(source: string) {
    this.#source = source
    this.#out = new LatexOutput(source)
    this.#closes = matchBraces(source)
    this.#macros = findMacros(source)
    this.#shorthands = GERMAN.test(source) ? true : source.includes('\\documentclass') ? false : undefined
  }

  read(): PlainText {
    const begin = DOCUMENT.exec(this.#source)
    const start = begin === null ? 0 : begin.index + begin[0].length
    if (begin !== null) this.#readTitles(start)
    const end = this.#endOf('document', start)
    this.#readRange(start, end < 0 ? this.#source.length : end)
    this.#out.end(this.#source.length)
    return this.#out.builder
  }

  #readTitles(end: number): void {
    for (const { 0: found, 1: name = '', index } of this.#source.slice(0, end).matchAll(/%.*|\\([a-z]+)\*?[ \t]*\{/g)) {
      const open = index + found.length - 1
      const close = this.#closes.get(open)
      if (!TITLES.has(name) || close === undefined || close > end) continue
      this.#readRange(open + 1, close)
      this.#out.endLine(close)
    }
  }

  #readRange(start: number, end: number): void {
    const special = /[\\%~{}$&"`'\n-]/g
    let copied = start
    special.lastIndex = start
    for (let match = special.exec(this.#source); match !== null; match = special.exec(this.#source)) {
      const at = match.index
      if (at >= end) break
      const next = this.#readAt(at, match[0])
      if (next !== at) {
        this.#out.copy(copied, at)
        copied = this.#apply(at, next)
      }
      special.lastIndex = Math.max(copied, at + 1)
    }
    this.#out.copy(copied, end)
  }

  /** Returns the action at a special character, or the offset itself if the character is text. */
  #readAt(at: number, character: string): number | (() => number) {
    switch (character) {
      case '\\':
        return () => this.#readCommand(at)
      case '%':
        return () => this.#skipComment(at)
      case '~':
        return () => this.#replace('\u00a0', at, at + 1)
      case '{':
        return () => at + 1
      case '}':
        return () => this.#readClose(at)
      case '$':
        return () => at + 1
      case '&':
        return () => this.#endLine(at, at + 1)
      case '\n':
        EMPTY_LINE.lastIndex = at
        return EMPTY_LINE.test(this.#source) ? () => this.#endLine(at, EMPTY_LINE.lastIndex - 1) : at
      default:
        return this.#readPunctuation(at, character)
    }
  }

  #apply(at: number, step: number | (() => number)): number {
    return typeof step === 'function' ? step() : Math.max(step, at)
  }

  #readPunctuation(at: number, character: string): number | (() => number) {
    const isDouble = this.#source[at + 1] === character
    if (character === '-') {
      if (!isDouble) return at
      const isLong = this.#source[at + 2] === '-'
      return () => this.#replace(isLong ? '—' : '–', at, at + (isLong ? 3 : 2))
    }
    if (character === '`') return () => this.#replace(isDouble ? '“' : '‘', at, at + (isDouble ? 2 : 1))
    if (character === "'") return isDouble ? () => this.#replace('”', at, at + 2) : at
    const next = this.#source[at + 1] ?? ''
    const letter = SHORTHAND_LETTERS.get(next)
    const isInWord = IS_LETTER.test(this.#source[at - 1] ?? '') && IS_LETTER.test(this.#source[at + 2] ?? '')
    if (this.#shorthands === false) return at
    const text = letter !== undefined && (this.#shorthands || isInWord) ? letter : SHORTHANDS.get(next)
    return text === undefined ? at : () => this.#replace(text, at, at + 2)
  }

  #readCommand(at: number): number {
    COMMAND.lastIndex = at
    const name = COMMAND.exec(this.#source)?.[1]
    if (name === undefined) return this.#readSign(at)
    const end = at + 1 + name.length
    const symbol = SYMBOLS.get(name) ?? this.#macros.get(name)
    if (symbol !== undefined) return this.#readSymbol(symbol, at, end)
    if (ACCENTS.has(name)) return this.#readAccent(name, at, end)
    if (name === 'begin' || name === 'end') return this.#readEnvironment(name, at, end)
    if (name === 'verb' || name === 'lstinline') return this.#readVerb(end)
    if (name === 'textsuperscript') return this.#readRaised(end)
    if (name === 'def') return this.#skipDefinition(end)
    if (LINES.has(name) || BREAKS.has(name)) this.#out.endLine(at)
    const skipped = SKIPPED_ARGUMENTS.get(name)
    if (skipped !== undefined) return this.#skipArguments(end, skipped)
    if (BREAKS.has(name)) return end
    const open = this.#skipOption(end)
    const close = this.#closes.get(open)
    if (close !== undefined && LINES.has(name)) this.#atClose.set(close, 'line')
    if (close !== undefined && QUOTATIONS.has(name)) {
      this.#atClose.set(close, 'quotation')
      return this.#replace('„', at, open + 1)
    }
    if (close === undefined || !NOTES.has(name)) return open
    this.#atClose.set(close, 'note')
    const isAfterQuotation =
      this.#atClose.get(at - 1) === 'quotation' || QUOTED_BEFORE.test(this.#source.slice(Math.max(0, at - 9), at))
    this.#out.beginNote(at, isAfterQuotation)
    return open + 1
  }

  /** Reads a symbol. As in LaTeX, a letter swallows the following space; `§` and others keep it. */
  #readSymbol(text: string, at: number, end: number): number {
    if (this.#source.startsWith('{}', end)) return this.#replace(text, at, end + 2)
    const isWord = IS_LETTER.test(text) && SYMBOLS.has(this.#source.slice(at + 1, end))
    const swallowed = isWord ? /[ \t]*/y : /(?:)/y
    swallowed.lastIndex = end
    swallowed.exec(this.#source)
    return this.#replace(text, at, swallowed.lastIndex)
  }

  #readSign(at: number): number {
    const sign = this.#source[at + 1] ?? ''
    if (sign === '\\') {
      OPTION.lastIndex = at + 2
      const end = OPTION.test(this.#source) ? OPTION.lastIndex : at + 2
      return this.#replace('\n', at, end)
    }
    if (ACCENTS.has(sign)) return this.#readAccent(sign, at, at + 2)
    return this.#replace(SIGNS.get(sign) ?? '', at, Math.min(at + 2, this.#source.length))
  }

  #readAccent(accent: string, at: number, end: number): number {
    ACCENTED.lastIndex = end
    const found = ACCENTED.exec(this.#source)
    if (found === null) return end
    const letter = found[1] ?? found[2] ?? found[3] ?? found[4] ?? ''
    return this.#replace((letter + ACCENTS.get(accent)).normalize('NFC'), at, ACCENTED.lastIndex)
  }

  #readEnvironment(name: 'begin' | 'end', at: number, end: number): number {
    ENVIRONMENT.lastIndex = end
    const environment = ENVIRONMENT.exec(this.#source)?.[1]
    if (environment === undefined) return end
    const isQuotation = BLOCK_QUOTATIONS.has(environment)
    if (isQuotation && name === 'end') this.#out.replace(BLOCK_QUOTATION.close, at, at)
    this.#out.endLine(at)
    if (isQuotation && name === 'begin') this.#out.replace(BLOCK_QUOTATION.open, at, at)
    const content = ENVIRONMENT.lastIndex
    if (name === 'end') return content
    const close =
      SKIPPED_ENVIRONMENTS.has(environment) || VERBATIM.has(environment) ? this.#endOf(environment, content) : -1
    if (close < 0) return this.#skipArguments(content, ENVIRONMENT_ARGUMENTS.get(environment) ?? 0)
    if (VERBATIM.has(environment)) this.#out.copy(content, close)
    return close
  }

  #readVerb(end: number): number {
    const delimiter = this.#source[end] === '*' ? end + 1 : end
    const mark = this.#source[delimiter] ?? '\n'
    const line = this.#nextOf('\n')(delimiter)
    const close = this.#source
      .slice(delimiter + 1, line < 0 ? undefined : Math.min(line, delimiter + 500))
      .indexOf(mark)
    if (close < 0) return end
    this.#out.copy(delimiter + 1, delimiter + 1 + close)
    return delimiter + 2 + close
  }

  #readRaised(end: number): number {
    RAISED_DIGITS.lastIndex = end
    const digits = RAISED_DIGITS.exec(this.#source)?.[1]
    if (digits === undefined) return end
    return this.#replace(toSuperscriptDigits(digits), end, RAISED_DIGITS.lastIndex)
  }

  #skipDefinition(end: number): number {
    const head = /[ \t]*\\[a-zA-Z@]+[#\d \t]*/y
    head.lastIndex = end
    return head.test(this.#source) ? this.#skipArguments(head.lastIndex, 1) : end
  }

  /** Returns the offset after `count` arguments in braces, and the options before them. */
  #skipArguments(at: number, count: number): number {
    let end = this.#skipOption(at)
    for (let skipped = 0; skipped < count; skipped++) {
      const gap = /[ \t]*/y
      gap.lastIndex = end
      gap.exec(this.#source)
      const close = this.#closes.get(gap.lastIndex)
      if (close === undefined) {
        // `\setlength\parskip{…}` takes a command as its argument instead.
        COMMAND.lastIndex = gap.lastIndex
        if (skipped > 0 || !COMMAND.test(this.#source)) return end
        end = COMMAND.lastIndex
      } else end = close + 1
      end = this.#skipOption(end)
    }
    return end
  }

  #skipOption(at: number): number {
    OPTION.lastIndex = at
    return OPTION.test(this.#source) ? OPTION.lastIndex : at
  }

  #skipComment(at: number): number {
    REST_OF_COMMENT.lastIndex = at
    REST_OF_COMMENT.exec(this.#source)
    const end = REST_OF_COMMENT.lastIndex
    if (this.#source[end] === '\n' || this.#source.startsWith('\r\n', end)) this.#out.endLine(end)
    return end
  }

  #readClose(at: number): number {
    const todo = this.#atClose.get(at)
    if (todo === 'line') this.#out.endLine(at)
    if (todo === 'note') this.#out.endNote()
    if (todo === 'quotation') return this.#replace('“', at, at + 1)
    return at + 1
  }

  #replace(text: string, start: number, end: number): number {
    if (text !== '') this.#out.replace(text, start, end)
    return end
  }

  #endLine(at: number, end: number): number {
    this.#out.endLine(at)
    return end
  }

  #endOf(environment: string, at: number): number {
    return this.#nextOf(`\\end{${environment}}`)(at)
  }

  #nextOf(text: string): (offset: number) => number {
    const next =
      this.#ends.get(text) ?? nextMatch(this.#source, new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'g'))
    this.#ends.set(text, next)
    return next
  }
}

/** Commands of LaTeX, including those that a document defines: their text, and their arguments. */

const words = (list: string) => list.split(' ')
/** Maps the first word of each pair to the second. */
const pairs = (list: string) =>
  Array.from(list.matchAll(/(\S+) (\S+)/g), ([, name = '', text = '']) => [name, text] as const)
/** Maps the first character of each word to the rest of it, which may be empty. */
const byCharacter = (list: string): ReadonlyMap<string, string> =>
  new Map(words(list).map((word) => [word.charAt(0), word.slice(1)]))

/** Commands that stand for characters. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
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
const SIGNS: ReadonlyMap<string, string> = new Map([
  ...Array.from('%&$#_{}', (sign) => [sign, sign] as const),
  ...Array.from(';:> \t', (sign) => [sign, ' '] as const),
  [',', '\u2009'],
  ['\n', '\n'],
])

/** Accents, as combining characters of Unicode, which follow the letter. */
const ACCENTS = byCharacter(
  '"\u0308 \'\u0301 `\u0300 ^\u0302 ~\u0303 =\u0304 .\u0307 c\u0327 v\u030c u\u0306 H\u030b r\u030a k\u0328 d\u0323 b\u0331',
)

/** Shorthands of babel for German that begin with `"`. */
const SHORTHANDS = byCharacter('`„ \'“ <« >» - " | =- ~- //')
const SHORTHAND_LETTERS = byCharacter('aä oö uü AÄ OÖ UÜ sß zß SSS eë iï')

/** Number of leading arguments that are not text. All other arguments are text. */
const SKIPPED_ARGUMENTS: ReadonlyMap<string, number> = new Map([
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

/** Commands that begin a line, with a line as their argument. */
const LINES = new Set(
  words(
    'part chapter section subsection subsubsection paragraph subparagraph title subtitle subject author date caption ' +
      'addchap addsec minisec address opening closing cc encl signature',
  ),
)
/** Commands that end a line. */
const BREAKS = new Set(
  words(
    'par item newpage clearpage cleardoublepage hline toprule midrule bottomrule maketitle tabularnewline bigskip ' +
      'medskip smallskip',
  ),
)
/** Commands for notes: their argument interrupts the surrounding text. */
const NOTES = new Set(words('footnote footnotetext marginpar marginnote sidenote endnote thanks todo'))
/** Commands and environments for quotations, including those of csquotes. */
const QUOTATIONS = new Set(words('enquote textquote blockquote foreignquote'))
/** The end of a quotation before a note. */
const QUOTED_BEFORE = /(?:[“”»«"]|''|"'|\\grqq(?:\{\})?)[.,;:)]{0,3}$/
const BLOCK_QUOTATIONS = new Set(words('quote quotation displayquote quoting'))
/** Environments whose content is not text. */
const SKIPPED_ENVIRONMENTS = new Set(['comment', 'filecontents', 'filecontents*', 'tikzpicture'])
/** Environments with verbatim content. */
const VERBATIM = new Set(['verbatim', 'verbatim*', 'Verbatim', 'lstlisting', 'alltt', 'minted'])
/** Number of arguments of environments that are not text. */
const ENVIRONMENT_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ...words('tabular longtable array minipage multicols thebibliography minted').map((name) => [name, 1] as const),
  ...words('tabular* tabularx wrapfigure').map((name) => [name, 2] as const),
])
/** Commands of the preamble with a text argument, which `\maketitle` shows. */
const TITLES = new Set(words('title subtitle subject author date publishers titlehead'))

/** Maps the offset of each opening brace to that of its closing one, if any. One pass. */
function matchBraces(source: string): ReadonlyMap<number, number> {
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

/** Maximum length of a macro's text: longer ones are not names, and doubling macros would exhaust the memory. */
const LONGEST_TEXT = 300

const ACCENTED_LETTER = /\\(["'`^~])[{ ]?(\p{L})\}?/gu

/** Finds the macros without arguments defined in a document: `\newcommand{\msgb}{Stadtgesetzbuch}`. */
function findMacros(source: string): ReadonlyMap<string, string> {
  const macros = new Map<string, string>()
  for (const [, command, defined, body = ''] of source.matchAll(DEFINITION)) {
    const accented = body.replace(ACCENTED_LETTER, (_, accent: string, letter: string) =>
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

interface Part {
  text: string
  start: number
  end: number
}

class LatexOutput {
  readonly builder: PlainTextBuilder
  readonly #source: string
  /** Open footnotes, the outermost first. */
  readonly #open: Part[][] = []
  /** Footnotes to write after the end of the line. */
  #waiting: Part[][] = []

  constructor(source: string) {
    this.#source = source
    this.builder = new PlainTextBuilder(source)
  }

  copy(start: number, end: number): void {
    if (start < end) this.replace(this.#source.slice(start, end), start, end)
  }

  replace(text: string, start: number, end: number): void {
    const note = this.#open.at(-1)
    if (note === undefined) this.builder.replace(text, start, end)
    else note.push({ text, start, end })
  }

  endLine(at: number): void {
    const note = this.#open.at(-1)
    if (note !== undefined) {
      if (note.at(-1)?.text !== LINE_END) note.push({ text: LINE_END, start: at, end: at })
      return
    }
    this.builder.endLine(at)
    const waiting = this.#waiting
    this.#waiting = []
    for (const parts of waiting) {
      for (const { text, start, end } of parts) this.builder.replace(text, start, end)
      this.builder.endLine(parts.at(-1)?.end ?? at)
    }
  }

  /** @param isOfQuotation true for a note to a quotation */
  beginNote(at: number, isOfQuotation: boolean): void {
    if (isOfQuotation) this.replace(NOTE_MARK, at, at)
    this.#open.push(isOfQuotation ? [{ text: NOTE_MARK, start: at, end: at }] : [])
  }

  endNote(): void {
    const note = this.#open.pop()
    if (note !== undefined && note.length > 0) this.#waiting.push(note)
  }

  /** Ends the document, and all unclosed notes. */
  end(at: number): void {
    while (this.#open.length > 0) this.endNote()
    this.endLine(at)
  }
}
