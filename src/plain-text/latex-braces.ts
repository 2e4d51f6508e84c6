/** Which brace of a LaTeX text closes which, and what its own macros stand for. */
import { ACCENTS, SIGNS, SYMBOLS } from './latex-commands.ts'

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
