/** What is known about the place where text is shown: how wide it is, and whether it has colours and links. */
import { styleText } from 'node:util'
import { canLink } from './terminals.ts'

export interface Screen {
  /** Columns that a line may fill. */
  width: number
  /** Whether escape sequences for colours are understood. */
  colour: boolean
  /** Whether those for links are (OSC 8). Where left out: no. */
  links?: boolean
}

/** The styles that pages use, by what they mean. */
const STYLES = {
  heading: 'bold',
  label: 'bold',
  quiet: 'dim',
  path: 'cyan',
  match: ['bold', 'red'],
  repealed: 'dim',
  good: 'green',
  bad: 'red',
  unsure: 'yellow',
  reference: 'underline',
  bold: 'bold',
  italic: 'italic',
  underlined: 'underline',
} as const satisfies Record<string, Parameters<typeof styleText>[0]>

export type Style = keyof typeof STYLES

const NARROWEST = 40
const UNKNOWN_WIDTH = 80

interface OutputStream {
  isTTY?: boolean | undefined
  columns?: number | undefined
  hasColors?(): boolean
}

/**
 * Describes a stream. A terminal tells its own width; elsewhere the variable COLUMNS does, else it is 80.
 * Colours are for terminals only, and not where NO_COLOR is set or TERM is `dumb`; FORCE_COLOR beats all of these, as it
 * does in Node itself. Links are for terminals that are known to have them, unless FORCE_HYPERLINK tells. In both, `0`
 * and `false` mean no and everything else yes; empty variables count as unset.
 */
export function screenOf(stream: OutputStream, environment: NodeJS.ProcessEnv): Screen {
  const given = stream.isTTY ? stream.columns : Number(environment.COLUMNS)
  const width = given !== undefined && Number.isInteger(given) && given > 0 ? given : UNKNOWN_WIDTH
  const colour = forced(environment.FORCE_COLOR) ?? hasColours(stream, environment)
  const links = forced(environment.FORCE_HYPERLINK) ?? Boolean(stream.isTTY && canLink(environment))
  return { width: Math.max(width, NARROWEST), colour, links }
}

function forced(value: string | undefined): boolean | undefined {
  return value ? !['0', 'false'].includes(value) : undefined
}

function hasColours(stream: OutputStream, { NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  return Boolean(stream.isTTY && !NO_COLOR && TERM !== 'dumb' && stream.hasColors?.())
}

/** The text in a style, where the screen has colours; else the text. */
export function styled(screen: Screen, style: Style, text: string): string {
  return screen.colour && text !== '' ? styleText([STYLES[style]].flat(), text, { validateStream: false }) : text
}

/** Prose is hard to read in longer lines. */
const WIDEST_PROSE = 100

/** The same screen, no wider than prose is. */
export function proseScreen(screen: Screen): Screen {
  return { ...screen, width: Math.min(screen.width, WIDEST_PROSE) }
}
