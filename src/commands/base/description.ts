/**
 * What a command is, apart from how its line is read: the oclif class, the short path, completion, the manual and the
 * reference are made of it.
 */
import type { ErrorKind } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import type { VariableName } from '../../settings-table.ts'

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

/*FILEDOC Flags that several commands have. */

export const DATASET: FlagDescription = {
  description:
    'Dataset to open: a path, a URL, or `starter`. Overrides DATASET_PATH. Default: the newest corpus in the cache.',
  value: 'PATH',
  common: true,
  completes: 'file',
}

export const JSON_FLAG: FlagDescription = {
  description: 'Write the answer as one JSON document; errors too.',
  common: true,
}

export const NO_PAGER: FlagDescription = {
  description: 'Never use a pager.',
  common: true,
}

/*FILEDOC What a command line has given: the values of the arguments and flags of a description. */

type Values = Readonly<Record<string, string | readonly string[] | boolean | undefined>>

/** Asking for what the description does not have is a mistake of the program, and throws. */
export class Given {
  readonly description: CommandDescription
  readonly #values: Values
  readonly #names: ReadonlySet<string>

  /** @param values of arguments and flags by their names; without those that were not given */
  constructor(description: CommandDescription, values: Values) {
    this.description = description
    this.#values = values
    this.#names = new Set([
      ...(description.arguments ?? []).map(({ name }) => name),
      ...Object.keys(flagsOf(description)),
    ])
  }

  /** The same with another value for an argument or a flag. */
  with(name: string, value: string): Given {
    return new Given(this.description, { ...this.#values, [name]: value })
  }

  /** The value of an argument or a flag; `undefined` where it was not given. */
  text(name: string): string | undefined {
    const value = this.value(name)
    return typeof value === 'string' ? value : undefined
  }

  /** The value of one that is required. */
  required(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw new Error(`${name} was not given, and is not required by the description`)
    return value
  }

  /** The values of one that may be given several times. */
  texts(name: string): readonly string[] {
    const value = this.value(name)
    return typeof value === 'object' ? value : typeof value === 'string' ? [value] : []
  }

  /** Whether a switch was given. */
  has(name: string): boolean {
    return this.value(name) === true
  }

  /** A switch that `--no-…` turns off; `undefined` where neither was given. */
  choice(name: string): boolean | undefined {
    const value = this.value(name)
    return typeof value === 'boolean' ? value : undefined
  }

  /** Whatever was given: a text, several, or a switch. */
  value(name: string) {
    if (!this.#names.has(name)) throw new Error(`the command has no argument or flag ${name}`)
    return this.#values[name]
  }
}
