/** Yes-or-no questions on the terminal. */
import { t } from '../i18n/texts.ts'
import { INTERRUPTED } from '../util/errors.ts'

/** True if the user can be asked: all standard streams are terminals. */
export const canAsk = (): boolean => Boolean(process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY)

/** Asks on stderr. Ctrl-D means no, Ctrl-C ends the command. */
export async function confirm(question: string): Promise<boolean> {
  const [{ createInterface }, { screenOf }, { wrapText }] = await Promise.all([
    import('node:readline/promises'),
    import('./terminal/screen.ts'),
    import('./terminal/wrap.ts'),
  ])
  process.stderr.write(`${wrapText(question, screenOf(process.stderr, process.env).width).join('\n')}\n`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^\s*(?:y(?:es)?|ja?)\s*$/i.test(await terminal.question(t`[y/N] `))
  } catch (error) {
    process.stderr.write('\n')
    if ((error as Error).message.includes('Ctrl+C')) process.exit(INTERRUPTED.exitCode)
    return false
  } finally {
    terminal.close()
  }
}
