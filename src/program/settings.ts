/** Reads the settings. Flags override the environment; an empty variable counts as unset. */

import { say } from '../i18n/texts.ts'
import { argumentError, assertOptions, isRecord, wrongArgument } from '../util/arguments.ts'
import { type LogLevel, SETTINGS, type SettingDescription, type Settings } from './settings-table.ts'

export { type LogLevel, SETTINGS, type SettingDescription, type Settings }

/** Flags given by the user: a text, or a switch. */
export type SettingFlags = { readonly [Key in keyof Settings]?: string | boolean | undefined }

/**
 * Reads one setting: the flag if given, else the environment, else the default.
 * @throws LegalTextError `invalid_input`, naming the flag or variable and its accepted values
 */
export function readSetting<Key extends keyof Settings>(
  key: Key,
  environment: NodeJS.ProcessEnv,
  flag?: string | boolean,
): Settings[Key] {
  const setting = SETTINGS[key] as unknown as SettingDescription<Settings[Key]>
  const text = (flag === undefined ? environment[setting.name] : String(flag))?.trim()
  if (flag === undefined && !text) return setting.default
  const value = text ? setting.parse(text) : undefined
  if (value !== undefined) return value
  const path = flag === undefined ? setting.name : `--${setting.flag}`
  throw argumentError(
    path,
    say`must be ${setting.type.replaceAll('`', '')}, not ${JSON.stringify(withoutSecrets(text))}`,
  )
}

/** Removes everything that may be the user name, password or query of a URL, however malformed it is. */
export function withoutSecrets(text = ''): string {
  const isUrl = /^[a-z][a-z0-9+.-]*:|\/\//i.test(text)
  return isUrl ? text.replace(/^([^/?]*\/\/)?.*@/s, '$1').replace(/\?.*$/s, '?…') : text
}

/** Reads all settings. @throws LegalTextError as {@link readSetting}. */
export function readSettings(environment: NodeJS.ProcessEnv, flags: SettingFlags = {}): Settings {
  if (!isRecord(environment))
    throw wrongArgument('environment', say`an object of strings, such as process.env`, environment)
  const read = (key: keyof Settings) => [key, readSetting(key, environment, flags[key])] as const
  return Object.fromEntries((Object.keys(SETTINGS) as (keyof Settings)[]).map(read)) as unknown as Settings
}

/**
 * Completes the settings of a program with the defaults.
 * @throws LegalTextError `invalid_input` for an unknown setting, or a value that the setting does not accept
 */
export function completeSettings(given: Partial<Settings> = {}): Settings {
  assertOptions(given, Object.keys(SETTINGS), 'settings')
  const values = Object.entries(given).filter(([, value]) => value !== undefined)
  const read = values.map(([key, value]) => [
    key,
    readValue(key, SETTINGS[key as keyof Settings] as SettingDescription<unknown>, value),
  ])
  return { ...readSettings({}), ...Object.fromEntries(read) }
}

function readValue(key: string, { type, default: usual, parse }: SettingDescription<unknown>, value: unknown): unknown {
  if (Array.isArray(value) && value.length === 0 && Array.isArray(usual)) return value
  const expected = type.replaceAll('`', '')
  if (isRecord(value) || value === null) throw wrongArgument(key, expected, value)
  const parsed = parse(Array.isArray(value) ? value.map(String).join() : String(value))
  if (parsed === undefined) throw argumentError(key, say`must be ${expected}`)
  if (typeof parsed !== typeof value || Array.isArray(parsed) !== Array.isArray(value)) {
    throw wrongArgument(key, Array.isArray(parsed) ? say`an array of ${expected}` : expected, value)
  }
  return parsed
}
