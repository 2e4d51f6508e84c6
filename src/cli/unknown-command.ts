/** Usage errors, in our words. */

import { say, sayOr } from '../i18n/texts.ts'
import { editDistance } from '../util/edit-distance.ts'
import { LegalTextError } from '../util/errors.ts'
import { COMMAND_IDS } from './commands.ts'
import { type CommandDescription, type FlagDescription, flagsOf } from './description.ts'
import { shellWord } from './terminal/pages/paging.ts'

/**
 * The error for a line without a command.
 * @param id the first words of the line, joined by colons: `nrom:bgb:1`
 * @param others words to suggest in addition to commands
 */
export function unknownCommand(id: string, others: readonly string[] = []): LegalTextError {
  return new LegalTextError('invalid_input', messageOf(id, others))
}

function messageOf(id: string, others: readonly string[]): string {
  const commands = COMMAND_IDS.map((each) => each.replaceAll(':', ' '))
  const words = id.split(':')
  const known = commands.find((command) => words.join(' ').startsWith(`${command} `))
  if (known !== undefined) return say`unexpected argument ${words.slice(known.split(' ').length).join(' ')}; see --help`
  const ofTopic = commands.filter((command) => command.startsWith(`${words[0]} `))
  const given = ofTopic.length > 0 ? words.slice(0, 2).join(' ') : (words[0] ?? '')
  const close = nearest(given, ofTopic.length > 0 ? ofTopic : [...commands, ...others])
  if (close) return say`${given} is not a command; did you mean ${close}?`
  if (given.startsWith('-')) return say`${given} stands before the command; flags go after it`
  if (given === '') return say`an empty word is not a command; see legal-text --help`
  return say`${given} is not a command; see legal-text --help, or for a law, legal-text law ${shellWord(given)}`
}

/** The name nearest to a mistyped word, if at most a third of its letters, or `least`, differ. */
export function nearest(word: string, names: readonly string[], least = 2): string | undefined {
  const limit = Math.max(least, Math.floor(word.length / 3))
  const ranked = names
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name, limit) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= limit ? best.name : undefined
}

/** The fields of oclif's errors. */
interface OclifError extends Error {
  /** Missing arguments, or excess values. */
  args?: ({ name: string; description?: string } | string)[]
  /** Unknown flags. */
  flags?: string[]
}

/** The error `invalid_input` for a parser error of oclif; other errors unchanged. */
export function usageError(description: CommandDescription, error: unknown): unknown {
  return isOfOclif(error) ? wrongUsage(mistake(description, error), error) : error
}

const isOfOclif = (error: unknown): error is OclifError => error instanceof Error && 'oclif' in error

/** The error of wrong usage. A message that ends in a question contains a suggestion; others get a hint at help. */
function wrongUsage(message: string, cause: OclifError): LegalTextError {
  const [, flag] = /^(--[\w-]+) (?:must|needs|is|can)\b/.exec(message) ?? []
  const details = flag === undefined ? {} : { issues: [{ path: flag, message }] }
  return new LegalTextError('invalid_input', message.endsWith('?') ? message : say`${message}; see --help`, details, {
    cause,
  })
}

function mistake(description: CommandDescription, { message, args, flags: unknown }: OclifError): string {
  const plain = (message.split('See more help with --help')[0] ?? '').trim()
  const [missing] = args?.filter((each) => typeof each !== 'string') ?? []
  if (missing) return say`${missing.name.toUpperCase()} is missing: ${withoutStop(missing.description)}`
  if (args) {
    const hasFlag = args.some((each) => String(each).startsWith('--'))
    return say`unexpected argument ${args.join(' ')}; ${hasFlag ? say`flags go before --` : say`quote an argument that has spaces`}`
  }
  const flags = flagsOf(description)
  const [flag = ''] = unknown?.[0]?.split('=') ?? []
  if (flag !== '') return unknownFlag(flag, flags)
  const [, twice] = /^Flag --(\S+) can only be specified once/.exec(plain) ?? []
  if (twice !== undefined) return say`--${twice} can be given only once`
  const [, bare] = /^Flag --(\S+) expects (?:a value|one of these values)/.exec(plain) ?? []
  if (bare !== undefined) return say`--${bare} needs a value: ${valuesOf(bare, flags[bare])}`
  const [, required] = /Missing required flag (\S+)/.exec(plain) ?? []
  if (required !== undefined) return say`--${required} is missing: ${withoutStop(flags[required]?.description)}`
  const wrong = /^Expected (?:--([\w-]+)=)?(.*) to be one of: (.*)$/s.exec(plain)
  if (wrong !== null) return wrongOption(description, wrong)
  return plain.replace(/\s+/g, ' ')
}

/** A description without its full stop, for use within a sentence, in the language of the texts. */
const withoutStop = (description = '') => description.replace(/\.$/, '')

/** @param wrong the name of the flag, the value, and the options as oclif lists them */
function wrongOption({ arguments: named = [], ...description }: CommandDescription, wrong: RegExpExecArray): string {
  const [, flag, value = '', listed] = wrong
  const argument = named.find(({ options }) => options?.join(', ') === listed)
  const { options = [], meanings = [] }: Partial<FlagDescription> =
    (flag === undefined ? argument : flagsOf(description)[flag]) ?? {}
  const meant = meanings.findIndex((meaning) => meaning.toLowerCase() === value.toLowerCase())
  const close = options[meant] ?? nearest(value, options, 1)
  const name = flag === undefined ? argument?.name.toUpperCase() : `--${flag}`
  const known = sayOr(options)
  return say`${name} must be ${known}, not ${JSON.stringify(value)}${close === undefined ? '' : say`; did you mean ${close}?`}`
}

const valuesOf = (name: string, flag: FlagDescription | undefined) =>
  flag?.options?.join(', ') ?? `--${name} ${flag?.helpValue ?? 'VALUE'}`

/** Flag names of other programs, with our equivalents. */
const SYNONYMS: Readonly<Record<string, string>> = {
  law: 'codes',
  laws: 'codes',
  code: 'codes',
  number: 'limit',
  count: 'limit',
  max: 'limit',
  skip: 'offset',
  start: 'offset',
  search: 'query',
  filter: 'query',
  output: 'format',
  corpus: 'dataset',
  bundle: 'dataset',
  database: 'dataset',
  colour: 'no-color',
  color: 'no-color',
}

function unknownFlag(flag: string, flags: Readonly<Record<string, FlagDescription>>): string {
  const synonym = SYNONYMS[flag.replace(/^--/, '')]
  const known = ['help', ...Object.keys(flags)].map((name) => `--${name}`)
  const close = synonym === undefined ? nearest(flag, known) : synonym in flags ? `--${synonym}` : undefined
  if (flag === '--all' && 'limit' in flags && !('all' in flags)) {
    return /Default: all/.test(flags.limit?.description ?? '')
      ? say`unknown flag --all: without --limit, all are listed`
      : say`unknown flag --all; --limit says how many are listed`
  }
  if (close) return say`unknown flag ${flag}; did you mean ${close}?`
  return say`unknown flag ${flag}${flag.startsWith('--') ? '' : say`; an argument that begins with - goes after --: -- "${flag}"`}`
}
