/** The groups, verbatim texts and environments of LaTeX. */
import type { Element } from './elements.ts'

const words = (list: string) => new Set(list.split(' '))
/** Commands whose arguments are links, addresses, or verbatim text. */
const KEPT = words('href url nolinkurl hyperref hyperlink path verb lstinline mintinline ref cite label index')
const NOTES = words('footnote footnotetext marginpar marginnote sidenote endnote thanks todo')
const VERBATIM = /^(?:verbatim\*?|Verbatim|lstlisting|alltt|minted|comment|filecontents\*?|tikzpicture)$/

/** Escapes, comments, verbatim texts, environments, commands with their options, braces. */
const TOKEN =
  /%[^\n]*|\\(?:verb|lstinline)\*?(?:\[[^\]\n]*\])?([^\sa-zA-Z*{])[^\n]*?\1|\\begin\s*\{([^{}\n]{1,40})\}|\\([a-zA-Z@]+)\*?\s*(?:\[[^\][]{0,300}\]\s*)*|\\[\s\S]|[{}]/g

/** Returns the groups of a document. A command's arguments begin with it. */
export function elementsOfLatex(source: string): Element[] {
  const elements: Element[] = []
  const open: { command: string; start: number; from: number }[] = []
  /** The last command or group; an adjacent group belongs to it. */
  let before = { command: '', start: 0, end: -1 }
  const tokens = new RegExp(TOKEN)
  for (let match = tokens.exec(source); match !== null; match = tokens.exec(source)) {
    const [token, delimiter, environment, command] = match
    const { index: start } = match
    const end = start + token.length
    if (delimiter !== undefined) elements.push({ start, from: start, to: end, end, effect: 'keep' })
    else if (environment !== undefined && VERBATIM.test(environment)) {
      const close = source.indexOf(`\\end{${environment}}`, end)
      tokens.lastIndex = close < 0 ? source.length : close
      elements.push({ start, from: end, to: tokens.lastIndex, end: tokens.lastIndex, effect: 'keep' })
    } else if (command !== undefined) before = { command, start, end }
    else if (token === '{') {
      const isArgument = before.end === start
      open.push({ command: isArgument ? before.command : '', start: isArgument ? before.start : start, from: end })
    } else if (token === '}') {
      const group = open.pop()
      if (group === undefined) continue
      const { command: own, ...bounds } = group
      const effect = KEPT.has(own) ? 'keep' : NOTES.has(own) ? 'part' : undefined
      elements.push({ ...bounds, to: start, end, ...(effect !== undefined && { effect }) })
      before = { command: own, start: own === '' ? start : bounds.start, end: own === '' ? -1 : end }
    }
  }
  return elements
}
