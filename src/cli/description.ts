/** A command as data, from which its parsers, help, completion, manual page, reference and oclif class are derived. */
import type { Interfaces } from '@oclif/core'
import { LANGUAGES } from '../i18n/choose-language.ts'
import type { Settings } from '../program/settings-table.ts'
import type { VariableName } from '../program/variables.ts'
import type { ErrorKind } from '../util/errors.ts'

export interface CommandDescription {
  /** One sentence. */
  summary: string
  /** Its effect, in sentences. */
  description: string
  /** In order. Only the last one may take several words. */
  arguments?: readonly ArgumentDescription[]
  flags?: Readonly<Record<string, FlagDescription>>
  examples: readonly Example[]
  /** Environment variables that it reads, in addition to the common ones. */
  environment?: readonly (keyof Settings | VariableName)[]
  /** Kinds of errors that it can end with, besides `invalid_input` and `internal`. */
  errors?: readonly ErrorKind[]
  /** Exit codes that are not errors: `[3, 'Some citations are wrong.']`. */
  findings?: readonly (readonly [code: number, meaning: string])[]
  run(parsed: ParsedArguments): Promise<void>
}

/** An argument, in the fields of oclif's definitions. */
export interface ArgumentDescription extends Pick<Interfaces.Arg<string>, 'multiple' | 'options' | 'required'> {
  name: string
  /** A sentence. */
  description: string
  completes?: Completes
}

type OclifFlag = Pick<Interfaces.OptionFlag<string>, 'char' | 'helpGroup' | 'multiple' | 'options' | 'required'>

/** A flag, in the fields of oclif's definitions. It is a switch unless it has a `helpValue`. */
export interface FlagDescription extends OclifFlag, Partial<Pick<Interfaces.BooleanFlag<boolean>, 'allowNo'>> {
  /** A sentence. */
  description: string
  /** The value in help: `FILE`. */
  helpValue?: string
  /** The meanings of the options, in their order. */
  meanings?: readonly string[]
  completes?: Completes
}

/** Completion candidates for a value. */
export type Completes = 'code' | 'norm' | 'part' | 'file' | readonly string[]

/** The meaning of an example, and its command line. */
export type Example = readonly [meaning: string, line: string]

type Value = string | readonly string[] | boolean | undefined

/** A parsed command line. Arguments and flags that were not given are `undefined`. */
export interface ParsedArguments {
  args: Readonly<Record<string, Value>>
  flags: Readonly<Record<string, Value>>
}

type TextOf<Described> =
  | (Described extends { multiple: true } ? readonly string[] : string)
  | (Described extends { required: true } ? never : undefined)

interface ParsedBy<Arguments extends readonly ArgumentDescription[], Flags> {
  args: { readonly [Argument in Arguments[number] as Argument['name']]: TextOf<Argument> }
  flags: {
    readonly [Name in keyof Flags]: Flags[Name] extends { helpValue: string }
      ? TextOf<Flags[Name]>
      : boolean | undefined
  }
}

/** Describes a command whose parsed arguments have the types of its descriptions. */
export function defineCommand<
  const Arguments extends readonly ArgumentDescription[] = [],
  const Flags extends Record<string, FlagDescription> = Record<never, never>,
>(
  command: Omit<CommandDescription, 'run'> & {
    arguments?: Arguments
    flags?: Flags
    run(parsed: ParsedBy<Arguments, Flags>): Promise<void>
  },
): CommandDescription {
  return command as CommandDescription
}

/** Parsed flags: those with one value, and switches. */
export type GivenFlags<Valued extends string, Switches extends string> = Record<Valued, string | undefined> &
  Record<Switches, boolean | undefined>

/** All flags of a command. */
export function flagsOf({ flags = {} }: CommandDescription): Readonly<Record<string, FlagDescription>> {
  return {
    ...flags,
    quiet: { char: 'q', description: 'No notes and no progress on standard error; errors only.', helpGroup: 'COMMON' },
    lang: {
      description:
        'Language of help, pages and messages. Default: that of the locale (LC_ALL, LC_MESSAGES, LANG), else English.',
      helpValue: 'LANGUAGE',
      options: LANGUAGES,
      helpGroup: 'COMMON',
    },
    'no-color': { description: 'No colours, as with the variable NO_COLOR.', helpGroup: 'COMMON' },
  }
}

export const DATASET = {
  description:
    'Dataset to open: a path, a URL, the address of a database, or `starter`. Overrides DATASET_PATH. Default: the newest corpus in the cache.',
  helpValue: 'PATH',
  helpGroup: 'COMMON',
  completes: 'file',
} as const satisfies FlagDescription

export const JSON_FLAG = {
  description: 'Write the answer as one JSON document; errors too.',
  helpGroup: 'COMMON',
} as const satisfies FlagDescription

export const NO_PAGER = { description: 'Never use a pager.', helpGroup: 'COMMON' } as const satisfies FlagDescription
