/** The help of a command. */

import { t, translated } from '../../i18n/texts.ts'
import { defaultOf, SETTINGS, type SettingDescription, type Settings } from '../../program/settings-table.ts'
import { VARIABLES, type VariableName } from '../../program/variables.ts'
import { ERROR_KINDS, type ErrorKind, INTERRUPTED } from '../../util/errors.ts'
import { type CommandDescription, type FlagDescription, flagsOf } from '../description.ts'
import type { HelpPage } from '../terminal/pages/help-page.ts'

type Terms = (readonly [term: string, meaning: string])[]

/** @param name of the command as it is typed: `corpus build` */
export function commandHelp(name: string, description: CommandDescription): HelpPage {
  const { summary, examples } = description
  const flags = Object.entries(flagsOf(description))
  const lists: [header: string, terms: Terms][] = [
    ['ARGUMENTS', argumentTerms(description)],
    ['FLAGS', flagTerms(flags.filter(([, { helpGroup }]) => helpGroup === undefined))],
    ['COMMON FLAGS', flagTerms(flags.filter(([, { helpGroup }]) => helpGroup === 'COMMON'))],
  ]
  return {
    title: summary,
    sections: [
      { header: 'USAGE', paragraphs: [usageOf(name, description)] },
      { header: 'DESCRIPTION', paragraphs: [description.description] },
      ...lists.filter(([, terms]) => terms.length > 0).map(([header, terms]) => ({ header, terms })),
      { header: 'EXAMPLES', examples },
      { header: 'ENVIRONMENT', terms: environmentTerms(description) },
      { header: 'EXIT CODES', terms: exitCodeTerms(description) },
    ],
  }
}

/** `legal-text norm CODE [NORM …] [FLAGS]` */
export function usageOf(name: string, { arguments: named = [], flags = {} }: CommandDescription): string {
  const positions = named.map(({ name, required, multiple }) => {
    const shown = translated(name.toUpperCase()) + (multiple ? ' …' : '')
    return required ? shown : `[${shown}]`
  })
  const required = Object.entries(flags).filter(([, flag]) => flag.required)
  return [
    'legal-text',
    name,
    ...positions,
    ...required.map(([flag, about]) => flagUsage(flag, about)),
    `[${translated('FLAGS')}]`,
  ].join(' ')
}

/** `--codes CODES …`, `--[no-]search` */
function flagUsage(name: string, { helpValue, multiple, allowNo }: FlagDescription): string {
  if (helpValue === undefined) return allowNo ? `--[no-]${name}` : `--${name}`
  return `--${name} ${translated(helpValue)}${multiple ? ' …' : ''}`
}

export function argumentTerms({ arguments: named = [] }: CommandDescription): Terms {
  return named.map(({ name, description }) => [translated(name.toUpperCase()), description])
}

export function flagTerms(flags: readonly (readonly [string, FlagDescription])[]): Terms {
  return flags.map(([name, flag]) => [(flag.char ? `-${flag.char}, ` : '') + flagUsage(name, flag), flag.description])
}

/** Variables of all commands. */
const COMMON_VARIABLES: readonly VariableName[] = ['COLUMNS', 'LC_ALL, LC_MESSAGES, LANG', 'NO_COLOR', 'FORCE_COLOR']

export function environmentTerms({ environment = [] }: CommandDescription): Terms {
  return [...environment, ...COMMON_VARIABLES].map((key): Terms[number] =>
    isSetting(key) ? settingTerm(SETTINGS[key]) : [key, VARIABLES[key]],
  )
}

export function settingTerm(setting: SettingDescription<unknown>): Terms[number] {
  return [setting.name, `${translated(setting.meaning)} ${t`Default ${translated(defaultOf(setting))}.`}`]
}

const isSetting = (key: keyof Settings | VariableName): key is keyof Settings => Object.hasOwn(SETTINGS, key)

export function exitCodeTerms({ errors = [], findings = [] }: CommandDescription): Terms {
  const kinds: ErrorKind[] = ['internal', 'invalid_input', ...errors]
  const codes = new Map<number, string>([[0, 'Done.']])
  for (const kind of kinds) codes.set(ERROR_KINDS[kind].exitCode, ERROR_KINDS[kind].meaning)
  for (const [code, meaning] of findings) codes.set(code, meaning)
  codes.set(INTERRUPTED.exitCode, INTERRUPTED.meaning)
  return [...codes].sort(([a], [b]) => a - b).map(([code, meaning]) => [String(code), meaning])
}
