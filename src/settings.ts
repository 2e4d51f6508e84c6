/** The settings: read from flags and the environment. Flags beat the environment; an empty variable counts as unset. */
import { LegalTextError } from './errors.ts'
import { SETTINGS, type SettingDescription } from './settings-table.ts'

export { SETTINGS, type SettingDescription }

export interface Settings {
  /** Address to listen on. */
  host: string
  /** TCP port to listen on; 0 lets the system choose a free one. */
  port: number
  /** Dataset to open: `starter`, a path or a URL. `undefined` where none is set: the corpus comes by itself. */
  datasetPath: string | undefined
  /** Where a corpus is downloaded from that comes by itself. `undefined`: it is built from the official source. */
  datasetUrl: string | undefined
  /** SHA-256 that the file at `datasetUrl` must have, 64 hex digits. */
  datasetSha256: string | undefined
  /** Public key that must have signed the file at `datasetUrl`. */
  datasetPublicKey: string | undefined
  /** Base URL of the official source, or of a mirror of it, without a slash at the end. */
  sourceUrl: string
  /** How much of the laws of the source may fail, in percent, for the result to replace a corpus. */
  maxFailedPercent: number
  /** Whether the server ends at once when no corpus can be opened, instead of reporting that it is not ready. */
  strictStartup: boolean
  /** Largest request body that is accepted, in bytes. */
  maxRequestBodyBytes: number
  /** How long the head of a request may be, in bytes. */
  maxHeaderBytes: number
  /** How long the URL of a request may be, and the query in it, in bytes. */
  maxUrlBytes: number
  maxQueryBytes: number
  /** How long a client may take to send the head of a request, and a whole request. */
  headerTimeoutSeconds: number
  requestTimeoutSeconds: number
  /** How long nothing may move on a connection that has an answer to be read. */
  idleTimeoutSeconds: number
  /** How long a connection is kept for the next request. */
  keepAliveSeconds: number
  /** How many connections may be open at a time. */
  maxConnections: number
  /** How many whole laws may be sent at a time. */
  maxStreams: number
  /** Requests a minute from one client; 0 for no limit. */
  rateLimit: number
  /** Addresses and networks (CIDR) of proxies that are believed whose requests they pass on. */
  trustedProxies: readonly string[]
  /** File with the bearer tokens, one of which a request must have. */
  authTokenFile: string | undefined
  /** Whether requests are logged, and whether in full. */
  accessLog: 'off' | 'on' | 'full'
  /** Whether `/metrics` is served. */
  metrics: boolean
  /** How many processes serve requests. */
  workers: number
  /** Origins whose pages may read the answers: `*`, or a list. */
  corsOrigin: readonly string[] | undefined
}

/** Values given as flags: text as typed, or already a switch. */
export type SettingFlags = { readonly [Key in keyof Settings]?: string | boolean | undefined }

/**
 * Reads one setting: the flag where given, else the environment, else the default.
 * @throws LegalTextError `invalid_input` that names the flag or variable and says what would be right.
 */
export function readSetting<Key extends keyof Settings>(
  key: Key,
  environment: NodeJS.ProcessEnv,
  flag?: string | boolean,
): Settings[Key] {
  const setting: SettingDescription<Settings[Key]> = SETTINGS[key]
  const text = (flag === undefined ? environment[setting.name] : String(flag))?.trim()
  if (flag === undefined && !text) return setting.default
  const value = text ? setting.parse(text) : undefined
  if (value !== undefined) return value
  const path = flag === undefined ? setting.name : `--${setting.flag}`
  const message = `must be ${setting.type.replaceAll('`', '')}, not ${JSON.stringify(withoutSecrets(text))}`
  throw new LegalTextError('invalid_input', `${path}: ${message}`, { issues: [{ path, message }] })
}

/** A text without what may be the user name and password, or the query, of a URL, however malformed. */
export function withoutSecrets(text = ''): string {
  const isUrl = /^[a-z][a-z0-9+.-]*:|\/\//i.test(text)
  return isUrl ? text.replace(/^([^/?]*\/\/)?.*@/s, '$1').replace(/\?.*$/s, '?…') : text
}

/** Reads all settings. @throws LegalTextError as {@link readSetting}. */
export function readSettings(environment: NodeJS.ProcessEnv, flags: SettingFlags = {}): Settings {
  const read = (key: keyof Settings) => [key, readSetting(key, environment, flags[key])] as const
  return Object.fromEntries((Object.keys(SETTINGS) as (keyof Settings)[]).map(read)) as unknown as Settings
}
