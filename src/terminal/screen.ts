/** What is known about the place where text is shown: how wide it is, and whether it has colours and links. */
import { styleText } from 'node:util'

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
  const links = forced(environment.FORCE_HYPERLINK) ?? Boolean(stream.isTTY && supportsLinks(environment))
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

/*FILEDOC Which terminals have links (OSC 8), by what they tell of themselves in the environment. */

const PROGRAMS = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'mintty', 'Tabby', 'rio']
const TERMS = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm)(?:-|$)/
/** Set, whatever to, by kitty, Windows Terminal and DomTerm. */
const OWN_VARIABLES = ['KITTY_WINDOW_ID', 'WT_SESSION', 'DOMTERM']
/** The first versions with links: VTE 0.50.1 (0.50.0 crashes), which GNOME Terminal and many others show; Konsole 20.12. */
const OLDEST = { VTE_VERSION: 5001, KONSOLE_VERSION: 201200 }

/** Whether the terminal of this environment can do links. Those that are not known cannot, nor can the logs of CI. */
export function supportsLinks(environment: NodeJS.ProcessEnv): boolean {
  const { CI, TERM = '', TERM_PROGRAM = '' } = environment
  if (CI || TERM === 'dumb') return false
  return (
    PROGRAMS.includes(TERM_PROGRAM) ||
    TERMS.test(TERM) ||
    OWN_VARIABLES.some((name) => environment[name]) ||
    Object.entries(OLDEST).some(([name, oldest]) => Number(environment[name]) >= oldest)
  )
}

/*FILEDOC Links that a terminal opens (OSC 8). */

/**
 * The text as a link, where the screen has links and the address is one of the web; underlined, where it has colours.
 * @param id joins the parts of a link that is broken into lines; none other of the page has it
 */
export function linked(screen: Screen, url: string | undefined, text: string, id: string | number): string {
  const shown = styled(screen, 'reference', text)
  const address = screen.links ? webAddress(url) : undefined
  return address === undefined ? shown : `\x1b]8;id=${id};${address}\x1b\\${shown}\x1b]8;;\x1b\\`
}

/** An http(s) address in printable ASCII: whatever else it holds is percent-encoded, so that it cannot end the sequence. */
export function webAddress(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\/\S/i.test(url)) return undefined
  return url.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent)
}

/** Turns an answer into text for people, without a line feed at its end. */
export interface Presenter<Answer> {
  (answer: Answer, screen: Screen): string | Promise<string>
  /**
   * True if it takes the answer as it is and cleans what it draws: the layout of a norm needs the line separators within
   * cells, which cleaning turns into line breaks.
   */
  sanitizes?: boolean
}
