/** Parses the words of a command with the parser of oclif, and words its errors in our way. */
import { type ArgInput, type FlagInput, parse } from '@oclif/core/parser'
import { type CommandDescription, type FlagDescription, flagsOf, type ParsedArguments } from './description.ts'

/** @throws LegalTextError `invalid_input` for wrong usage */
export async function parseLine(description: CommandDescription, words: readonly string[]): Promise<ParsedArguments> {
  try {
    const { args, flags } = await parse([...words], definitionsOf(description))
    return { args, flags }
  } catch (error) {
    const { usageError } = await import('./unknown-command.ts')
    throw usageError(description, error)
  }
}

/** The arguments and flags of a command as oclif defines them. */
export function definitionsOf(description: CommandDescription): { args: ArgInput; flags: FlagInput } {
  const args = (description.arguments ?? []).map((argument) => [argument.name, { ...argument, ...OF_ARGUMENTS }])
  const flags = Object.entries(flagsOf(description)).map(([name, flag]) => [name, { name, ...flag, ...typeOf(flag) }])
  return { args: Object.fromEntries(args), flags: Object.fromEntries(flags) }
}

// Without a value oclif would wait for standard input.
const OF_ARGUMENTS = { parse: async (text: string) => text, ignoreStdin: true }

const typeOf = ({ helpValue, multiple = false }: FlagDescription) =>
  helpValue === undefined ? { type: 'boolean' } : { type: 'option', multiple, multipleNonGreedy: true }
