/** What is known about the place where text is shown: how wide it is, and whether it has colours. */
import { styleText } from 'node:util'

export interface Screen {
  /** Columns that a line may fill. */
  width: number
  /** Whether escape sequences for colours are understood. */
  colour: boolean
}

/** The styles that pages use, by what they mean. */
const STYLES = {
  heading: 'bold',
  label: 'bold',
  quiet: 'dim',
  path: 'cyan',
  match: ['bold', 'yellow'],
  repealed: 'dim',
  good: 'green',
  bad: 'red',
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
 * Colours are for terminals only, and not where NO_COLOR is set.
 */
export function screenOf(stream: OutputStream, environment: NodeJS.ProcessEnv): Screen {
  const given = stream.isTTY ? stream.columns : Number(environment.COLUMNS)
  const width = given !== undefined && Number.isInteger(given) && given > 0 ? given : UNKNOWN_WIDTH
  const colour = Boolean(stream.isTTY && !environment.NO_COLOR && stream.hasColors?.())
  return { width: Math.max(width, NARROWEST), colour }
}

/** The text in a style, where the screen has colours; else the text. */
export function styled(screen: Screen, style: Style, text: string): string {
  return screen.colour && text !== '' ? styleText([STYLES[style]].flat(), text, { validateStream: false }) : text
}
