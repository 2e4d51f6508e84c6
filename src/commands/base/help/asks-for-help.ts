import { isTopic } from '../commands.ts'
import { withoutOperands } from '../without-operands.ts'

const HELP = ['--help', '-h']

/** Whether a line asks for help: it has no word, or only a topic, begins with `help`, or has --help. */
export function asksForHelp(words: readonly string[]): boolean {
  return (
    words.length === 0 ||
    words[0] === 'help' ||
    (words.length === 1 && isTopic(words[0] as string)) ||
    withoutOperands(words).some((word) => HELP.includes(word))
  )
}
