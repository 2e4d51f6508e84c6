/**
 * What a command is, apart from how its line is read: the oclif class, the short path, completion, the manual and the
 * reference are made of it.
 */
import type { ErrorKind } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import type { VariableName } from '../../variables.ts'
import type { Given } from './given.ts'

export interface CommandDescription {
  /** One sentence. */
  summary: string
  /** What it does, for people: sentences. */
  description: string
  /** In their order; only the last may take several words. */
  arguments?: readonly ArgumentDescription[]
  flags?: Readonly<Record<string, FlagDescription>>
  examples: readonly Example[]
  /** Variables of the environment that it heeds, beside those that all commands do. */
  environment?: readonly (keyof Settings | VariableName)[]
  /** Kinds of errors that it can end with, beside wrong usage and what is unexpected. */
  errors?: readonly ErrorKind[]
  /** What an exit code means where it is no error: `[3, 'some citations are wrong']`. */
  findings?: readonly (readonly [code: number, meaning: string])[]
  run(given: Given): Promise<void>
}

/** What a value of an argument or a flag is, where completion can help, or the values that there are. */
export type Completes = 'code' | 'norm' | 'file' | readonly string[]

export interface ArgumentDescription {
  name: string
  /** A sentence. */
  description: string
  /** The only values there are. */
  options?: readonly string[]
  required?: boolean
  /** Whether it takes all words that follow, too. */
  several?: boolean
  completes?: Completes
}

export interface FlagDescription {
  /** A sentence. */
  description: string
  /** What stands for the value in help: `FILE`. A flag without one is a switch. */
  value?: string
  /** The only values there are. */
  options?: readonly string[]
  /** What the options mean, in their order, where that is not plain. */
  meanings?: readonly string[]
  required?: boolean
  /** Whether it may be given several times. */
  several?: boolean
  /** Whether `--no-…` turns it off. */
  negatable?: boolean
  /** Whether it is listed behind those that are the command's own. */
  common?: boolean
  completes?: Completes
}

/** What an example shows, and the line as it is typed. */
export type Example = readonly [meaning: string, line: string]

/** Flags that every command has. */
const COMMON_FLAGS: Readonly<Record<string, FlagDescription>> = {
  'no-color': { description: 'No colours, as with the variable NO_COLOR.', common: true },
}

/** All flags of a command. */
export function flagsOf({ flags = {} }: CommandDescription): Readonly<Record<string, FlagDescription>> {
  return { ...flags, ...COMMON_FLAGS }
}
