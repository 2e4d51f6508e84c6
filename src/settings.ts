/** Reads the settings. Flags override the environment; an empty variable counts as unset. */
import { LegalTextError } from './errors.ts'
import { SETTINGS, type SettingDescription, type Settings } from './settings-table.ts'

export { SETTINGS, type SettingDescription, type Settings }

/** Values of flags: a text, or a switch. */
export type SettingFlags = { readonly [Key in keyof Settings]?: string | boolean | undefined }

/**
 * Reads one setting: the flag if it is given, else the environment, else the default.
 * @throws LegalTextError `invalid_input` that names the flag or variable and the values that it takes
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
  const message = `must be ${setting.type.replaceAll('`', '')}, not ${JSON.stringify(withoutSecrets(text))}`
  throw new LegalTextError('invalid_input', `${path}: ${message}`, { issues: [{ path, message }] })
}

/** Removes what may be the user name, the password or the query of a URL, however malformed it is. */
export function withoutSecrets(text = ''): string {
  const isUrl = /^[a-z][a-z0-9+.-]*:|\/\//i.test(text)
  return isUrl ? text.replace(/^([^/?]*\/\/)?.*@/s, '$1').replace(/\?.*$/s, '?…') : text
}

/** Reads all settings. @throws LegalTextError as {@link readSetting}. */
export function readSettings(environment: NodeJS.ProcessEnv, flags: SettingFlags = {}): Settings {
  const read = (key: keyof Settings) => [key, readSetting(key, environment, flags[key])] as const
  return Object.fromEntries((Object.keys(SETTINGS) as (keyof Settings)[]).map(read)) as unknown as Settings
}
