/** A full-screen picker: fzf, which gets its rows and previews from this program. */
import { execa } from 'execa'
import { say, t } from '../../i18n/texts.ts'
import { ownCommand } from '../../program/package.ts'
import { LegalTextError } from '../../util/errors.ts'
import { displayWidth } from './width.ts'

/** Exit codes of fzf: with a row, without one, after a mistake of ours, or by Esc or Ctrl-C. */
const Ended = { picked: 0, noMatch: 1, error: 2, interrupted: 130 } as const

const keys = () => t`enter print · ctrl-o open · ctrl-y copy · pgup/pgdn text · esc quit`

/** Width of the text beside the list, in percent; on screens narrower than this it is below the list. */
const PREVIEW = 60
const NARROW = 75
/** Minimum number of lines to show the keys. */
const LOW = 16
/** Columns of a list line that fzf uses. */
const MARGIN = 4

/** The keys, in as many lines as the width of the list needs. */
function header(columns: number, lines: number): string {
  return lines < LOW ? '' : inLines(columns < NARROW ? columns : Math.floor((columns * (100 - PREVIEW)) / 100))
}

function inLines(columns: number): string {
  const width = columns - MARGIN
  const lines: string[] = []
  for (const key of keys().split(' · ')) {
    const longer = [...lines.slice(-1), key].join(' · ')
    if (lines.length > 0 && displayWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(key)
  }
  return lines.join('\n')
}

/**
 * Lets the user pick a row of `browse --list`.
 * @param query initial content of the list
 * @param dataset the value of --dataset
 * @returns the cells of the row; `undefined` if the user picks none
 * @throws LegalTextError `invalid_input` if fzf is missing or unsuitable, and on Windows: fzf runs lines of a Unix shell
 */
export async function pick(
  query: string,
  dataset: string | undefined,
  platform: NodeJS.Platform = process.platform,
): Promise<[code: string, norm: string] | undefined> {
  if (platform === 'win32') {
    const message = say`browse runs on Windows only in the Subsystem for Linux (wsl); legal-text search needs nothing`
    throw new LegalTextError('invalid_input', message)
  }
  const self = ownCommand().map(shellQuoted).join(' ')
  // fzf quotes the values of {q}, {1} and {2}.
  const rows = `${self} browse --list -q -- {q}`
  const preview = `if [ -n {2} ]; then ${self} norm {1} {2}; else ${self} law {1} --depth 2; fi`
  const { columns = 80, rows: height = 24 } = process.stderr
  const keysShown = header(columns, height)
  const running = await execa(
    'fzf',
    [
      '--disabled',
      ...['--query', query, '--prompt', '§ ', ...(keysShown === '' ? [] : ['--header', keysShown])],
      ...(process.env.NO_COLOR ? ['--no-color'] : []),
      ...['--delimiter', '\t', '--with-nth', '3..', '--no-multi', '--no-sort', '--layout', 'reverse'],
      ...['--bind', `start:reload:${rows}`, '--bind', `change:reload:${rows}`],
      ...['--bind', 'pgup:preview-page-up', '--bind', 'pgdn:preview-page-down'],
      ...['--bind', `ctrl-o:execute-silent:${self} norm {1} {2} --open`],
      ...['--bind', `ctrl-y:execute-silent:${self} norm {1} {2} --copy`],
      // fzf breaks a line that fills its window, where a longer text needs a column for the scroll bar.
      ...['--preview', `COLUMNS=$((FZF_PREVIEW_COLUMNS - 2)); export COLUMNS; ${preview}`],
      ...['--preview-window', `${columns < NARROW ? 'down' : 'right'},${PREVIEW}%,wrap`],
    ],
    {
      input: '',
      stderr: 'inherit',
      reject: false,
      env: {
        SHELL: '/bin/sh',
        FZF_DEFAULT_OPTS: '',
        FORCE_COLOR: process.env.NO_COLOR ? '0' : '1',
        ...(dataset !== undefined && { DATASET_PATH: dataset }),
      },
    },
  )
  const { exitCode, stdout } = running
  if (exitCode === undefined) {
    throw new LegalTextError(
      'invalid_input',
      say`browse needs fzf, which is not installed; legal-text search needs nothing`,
    )
  }
  if (exitCode === Ended.noMatch || exitCode === Ended.interrupted) return undefined
  if (exitCode !== Ended.picked)
    throw new LegalTextError('invalid_input', say`fzf has ended with ${exitCode}; browse needs 0.38 or newer`)
  const [code = '', norm = ''] = stdout.split('\t')
  return code === '' ? undefined : [code, norm]
}

const shellQuoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
