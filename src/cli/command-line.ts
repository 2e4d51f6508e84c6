/**
 * Reads command lines without oclif, which takes longer to load than a norm to read. Only plain lines are read here:
 * `--name value`, switches, and arguments that do not begin with `-`. All others, and all mistakes, are left to oclif's
 * parser; both give the same result.
 */
import { isTopic } from './commands.ts'
import { type CommandDescription, flagsOf, type ParsedArguments } from './description.ts'

/** @returns `undefined` if the line is not plain */
export function parsePlainLine(description: CommandDescription, words: readonly string[]): ParsedArguments | undefined {
  const descriptions = flagsOf(description)
  const flags: Record<string, string | string[] | boolean> = {}
  const positions: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    if (isValue(word)) {
      positions.push(word)
      continue
    }
    const name = word.slice(2)
    const flag = Object.hasOwn(descriptions, name) ? descriptions[name] : undefined
    if (!word.startsWith('--') || flag === undefined || (name in flags && !flag.multiple)) return undefined
    if (flag.helpValue === undefined) {
      flags[name] = true
      continue
    }
    const value = words[++i]
    if (value === undefined || !isValue(value) || !accepts(flag, value)) return undefined
    flags[name] = flag.multiple ? [...((flags[name] as string[] | undefined) ?? []), value] : value
  }
  if (Object.entries(descriptions).some(([name, { required }]) => required && !(name in flags))) return undefined
  const args: Record<string, string | string[]> = {}
  for (const argument of description.arguments ?? []) {
    const values = positions.splice(0, argument.multiple ? positions.length : 1)
    if (!values.every((value) => accepts(argument, value))) return undefined
    if (values.length > 0) args[argument.name] = argument.multiple ? values : (values[0] as string)
    else if (argument.required) return undefined
  }
  return positions.length === 0 ? { args, flags } : undefined
}

/** True for a word that is a value wherever it stands; `-` is standard input. */
const isValue = (word: string) => word !== '' && (word === '-' || !word.startsWith('-'))

const accepts = ({ options }: { options?: readonly string[] | undefined }, value: string) =>
  options === undefined || options.includes(value)

/** The words before `--`, which may be flags. */
export function withoutOperands(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return end < 0 ? words : words.slice(0, end)
}

/** True for an empty line, a topic alone, `help …`, and a line with --help. */
export function asksForHelp(words: readonly string[]): boolean {
  const [first] = words
  return (
    first === undefined ||
    first === 'help' ||
    (words.length === 1 && isTopic(first)) ||
    withoutOperands(words).some((word) => word === '--help' || word === '-h')
  )
}
