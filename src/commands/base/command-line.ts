/**
 * Reads command lines of the plain forms that nearly all have, without oclif, which takes longer to load than a norm to
 * read: `--name value` and switches in full, and arguments that do not begin with `-`. Whatever is another form, or wrong,
 * is not read here but by oclif. Both give a command the same.
 */

import { isTopic } from './commands.ts'
import { type CommandDescription, flagsOf, Given } from './description.ts'

/** @returns `undefined` where the line is not of a plain form */
export function readPlainLine(description: CommandDescription, words: readonly string[]): Given | undefined {
  const { arguments: named = [] } = description
  const flags = flagsOf(description)
  const values: Record<string, string | string[] | boolean> = {}
  const positions: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    if (isValue(word)) {
      positions.push(word)
      continue
    }
    const name = word.slice(2)
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (!word.startsWith('--') || flag === undefined) return undefined
    if (flag.value === undefined) {
      if (name in values) return undefined
      values[name] = true
      continue
    }
    const value = words[++i]
    if (value === undefined || !isValue(value) || !accepts(flag, value)) return undefined
    if (flag.several) values[name] = [...((values[name] as string[] | undefined) ?? []), value]
    else if (name in values) return undefined
    else values[name] = value
  }
  for (const [index, { name, options, required, several }] of named.entries()) {
    const given = several ? positions.splice(index) : positions.slice(index, index + 1)
    if (!given.every((value) => accepts({ options }, value))) return undefined
    if (given.length === 0 && required) return undefined
    if (given.length > 0) values[name] = several ? given : (given[0] as string)
  }
  if (positions.length > named.length) return undefined
  if (Object.entries(flags).some(([name, { required }]) => required && !(name in values))) return undefined
  return new Given(description, values)
}

/** A word that is a value, whatever stands before it. `-` alone is standard input. */
const isValue = (word: string) => word !== '' && (word === '-' || !word.startsWith('-'))

const accepts = ({ options }: { options?: readonly string[] | undefined }, value: string) =>
  options === undefined || options.includes(value)

/** The words of a line in front of `--`, among which flags stand. */
export function withoutOperands(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return end < 0 ? words : words.slice(0, end)
}

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
