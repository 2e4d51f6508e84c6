/** The drawing area of pages: its width, its colours and links; and the presenters of pages. */
import { styleText } from 'node:util'

export interface Screen {
  /** Columns of a line. */
  width: number
  /** True if colour escape sequences are supported. */
  colour: boolean
  /** True if links (OSC 8) are supported. Default: false. */
  links?: boolean
}

/** The styles of pages, by their meaning. */
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
  deleted: ['red', 'strikethrough'],
  inserted: ['green', 'underline'],
} as const satisfies Record<string, Parameters<typeof styleText>[0]>

export type Style = keyof typeof STYLES

const NARROWEST = 40
const DEFAULT_WIDTH = 80

interface OutputStream {
  isTTY?: boolean | undefined
  columns?: number | undefined
  hasColors?(): boolean
}

/**
 * Describes a stream. Its width is that of the terminal, else COLUMNS, else 80. Only terminals get colours, unless NO_COLOR is set
 * or TERM is `dumb`; FORCE_COLOR overrides all of these, as in Node.js itself. Terminals known to support links get links;
 * FORCE_HYPERLINK overrides that. In both variables `0` and `false` mean no, any other value means yes; empty variables count as
 * unset.
 */
export function screenOf(stream: OutputStream, environment: NodeJS.ProcessEnv): Screen {
  const columns = stream.isTTY ? stream.columns : Number(environment.COLUMNS)
  const width = columns !== undefined && Number.isInteger(columns) && columns > 0 ? columns : DEFAULT_WIDTH
  const { NO_COLOR, TERM, FORCE_COLOR } = environment
  const hasColours = stream.isTTY && !NO_COLOR && TERM !== 'dumb' && stream.hasColors?.()
  const colour = forced(FORCE_COLOR) ?? Boolean(hasColours)
  const links = forced(environment.FORCE_HYPERLINK) ?? Boolean(stream.isTTY && supportsLinks(environment))
  return { width: Math.max(width, NARROWEST), colour, links }
}

function forced(value: string | undefined): boolean | undefined {
  return value ? !['0', 'false'].includes(value) : undefined
}

/** The text in a style if the screen has colours; else the text. */
export function styled(screen: Screen, style: Style, text: string): string {
  return screen.colour && text !== '' ? styleText([STYLES[style]].flat(), text, { validateStream: false }) : text
}

/** Maximum width of prose, for readability. */
const WIDEST_PROSE = 100

/** The screen, limited to the width of prose. */
export function proseScreen(screen: Screen): Screen {
  return { ...screen, width: Math.min(screen.width, WIDEST_PROSE) }
}

/** Terminals with links (OSC 8), by `TERM_PROGRAM` and by `TERM`. */
const PROGRAMS = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'mintty', 'Tabby', 'rio']
const TERMS = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm)(?:-|$)/
/** Set to any value by kitty, Windows Terminal and DomTerm. */
const OWN_VARIABLES = ['KITTY_WINDOW_ID', 'WT_SESSION', 'DOMTERM']
/** The first versions with links: VTE 0.50.1 (0.50.0 crashes), which GNOME Terminal and many others show; Konsole 20.12. */
const OLDEST = { VTE_VERSION: 5001, KONSOLE_VERSION: 201200 }

/** True if the terminal of this environment is known to support links. Logs of CI do not. */
function supportsLinks(environment: NodeJS.ProcessEnv): boolean {
  const { CI, TERM = '', TERM_PROGRAM = '' } = environment
  if (CI || TERM === 'dumb') return false
  return (
    PROGRAMS.includes(TERM_PROGRAM) ||
    TERMS.test(TERM) ||
    OWN_VARIABLES.some((name) => environment[name]) ||
    Object.entries(OLDEST).some(([name, oldest]) => Number(environment[name]) >= oldest)
  )
}

/**
 * The text as a link (OSC 8) if the screen has links and the address is an http(s) one; underlined if it has colours. The sequences
 * end with BEL, which `string-width` recognises.
 * @param id joins the parts of a broken link; unique on the page
 */
export function linked(screen: Screen, url: string | undefined, text: string, id: string | number): string {
  const words = styled(screen, 'reference', text)
  const address = screen.links ? webAddress(url) : undefined
  return address === undefined ? words : `\x1b]8;id=${id};${address}\x07${words}\x1b]8;;\x07`
}

/**
 * An http(s) address in the characters that `string-width` accepts in a link: others would count as columns of the text, or end the
 * sequence. They are percent-encoded.
 */
export function webAddress(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\/\S/i.test(url)) return undefined
  return url.replace(/[^-\w/#&.:;=?%@~]+/g, (characters) =>
    Array.from(Buffer.from(characters), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
}

/** A page of text: a string, or its parts as they are drawn, without a final line feed. */
export type Page = string | Promise<string> | AsyncIterable<string>

/** Draws the page of an answer. */
export interface Presenter<Answer> {
  (answer: Answer, screen: Screen): Page
  /**
   * True if it takes the raw answer and sanitizes its output: the layout of a norm needs the line separators within cells, which
   * sanitizing turns into line breaks.
   */
  sanitizes?: boolean
}

/** The parts of a page. */
export async function* partsOf(page: Page): AsyncGenerator<string> {
  if (typeof page === 'object' && Symbol.asyncIterator in page) yield* page
  else yield await page
}
