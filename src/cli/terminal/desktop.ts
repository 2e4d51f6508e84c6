/** The clipboard and the browser of the desktop, through system programs. */

import { execa } from 'execa'
import { say } from '../../i18n/texts.ts'
import { LegalTextError } from '../../util/errors.ts'

interface Program {
  name: string
  arguments?: readonly string[]
  /** Its input encoding, if not UTF-8. */
  encode?(text: string): Buffer
}

type Environment = Readonly<Record<string, string | undefined>>

/** `clip.exe` reads UTF-16 with a byte order mark, else the code page of the system. */
const CLIP: Program = { name: 'clip.exe', encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le') }

/** The programs that may set the clipboard, in order of attempts. */
export function clipboards(platform: string, { WAYLAND_DISPLAY, DISPLAY }: Environment): Program[] {
  if (platform === 'darwin') return [{ name: 'pbcopy' }]
  if (platform === 'win32') return [CLIP]
  return [
    ...(WAYLAND_DISPLAY ? [{ name: 'wl-copy' }] : []),
    ...(DISPLAY ? [{ name: 'xclip', arguments: ['-selection', 'clipboard'] }] : []),
    // Windows Subsystem for Linux
    CLIP,
  ]
}

/** The programs that may open a page. `explorer.exe` ends an address at a comma. */
function browsers(platform: string): Program[] {
  if (platform === 'darwin') return [{ name: 'open' }]
  if (platform === 'win32') return [{ name: 'rundll32.exe', arguments: ['url.dll,FileProtocolHandler'] }]
  return [{ name: 'xdg-open' }, { name: 'wslview' }, { name: 'explorer.exe' }]
}

/** Terminals with OSC 52 set the clipboard of their own machine, also through SSH; most take 74,994 bytes. */
const MAX_OSC_52 = 74_994

/**
 * Copies a text to the clipboard.
 * @param terminal fallback without a program: gets an escape sequence (OSC 52), which many terminals support
 * @returns the means, for a note
 * @throws LegalTextError `invalid_input` if all means fail
 */
export async function copyText(
  text: string,
  terminal: { isTTY?: boolean; write(text: string): unknown } = process.stderr,
): Promise<string> {
  const programs = clipboards(process.platform, process.env)
  for (const { name, arguments: words = [], encode } of programs) {
    if (await succeeds(name, words, encode?.(text) ?? text)) return name
  }
  const encoded = Buffer.from(text).toString('base64')
  if (terminal.isTTY && encoded.length <= MAX_OSC_52) {
    terminal.write(`\x1b]52;c;${encoded}\x07`)
    return say`the terminal (OSC 52)`
  }
  const { platform, env } = process
  const isHeadless = platform !== 'darwin' && platform !== 'win32' && !env.DISPLAY && !env.WAYLAND_DISPLAY
  const more = isHeadless ? say`; DISPLAY and WAYLAND_DISPLAY are not set` : ''
  throw unavailable('copy', 'sets the clipboard', programs, more)
}

/**
 * Opens a page in the browser.
 * @param url with http or https
 * @throws LegalTextError `invalid_input` if all programs fail
 */
export async function openPage(url: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  if (!/^https?:\/\//i.test(url))
    throw new LegalTextError('invalid_input', say`cannot open ${url}: it is not a web address`)
  const programs = browsers(platform)
  for (const { name, arguments: words = [] } of programs) {
    // Its exit code is 1 even on success.
    if (await succeeds(name, [...words, url], '', name === 'explorer.exe')) return
  }
  throw unavailable('open', 'opens web pages', programs, say`; its address is ${url}`)
}

/** Runs a program. @returns false if it is missing or fails */
async function succeeds(
  name: string,
  words: readonly string[],
  input: string | Buffer,
  anyCode = false,
): Promise<boolean> {
  // A clipboard program stays in the background; it must not keep a pipe open that we wait for.
  const { exitCode } = await execa(name, words, { input, stdout: 'ignore', stderr: 'ignore', reject: false })
  return exitCode === 0 || (anyCode && exitCode !== undefined)
}

function unavailable(flag: string, what: string, programs: readonly Program[], more = ''): LegalTextError {
  const names = programs.map(({ name }) => name).join(', ')
  const message = say`nothing here ${what} (tried ${names})${more}`
  return new LegalTextError('invalid_input', say`--${flag}: ${message}`)
}
