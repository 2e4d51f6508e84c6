/**
 * Every setting that the environment can give, described once: the documentation is generated from this table.
 * Flags beat the environment; an empty variable counts as unset.
 */
import { LegalTextError } from './errors.ts'

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
  /** Origins whose pages may read the answers: `*`, or a list. */
  corsOrigin: readonly string[] | undefined
}

/** One setting: its name in the environment, the flag that beats it, and how its text is read. */
export interface SettingDescription<Value> {
  name: string
  /** Flag of `legal-text http` (or of every command, for the dataset) that beats the variable. */
  flag: string | undefined
  type: string
  default: Value
  /** The default as the documentation shows it. */
  defaultText: string
  meaning: string
  /** @returns the value, or `undefined` where the text cannot be read. */
  parse(text: string): Value | undefined
}

const wholeNumber = (minimum: number, maximum: number) => (text: string) => {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return value >= minimum && value <= maximum ? value : undefined
}

const percentage = (text: string) => {
  const value = /^\d{1,3}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  return value <= 100 ? value : undefined
}

/** The text of an http or https URL as it is compared and shown; `undefined` where it is none. */
function httpUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hash === '' ? url.href : undefined
}

const baseUrl = (text: string) => httpUrl(text)?.replace(/\/+$/, '')

/** Origins as browsers send them, or `*`; `undefined` where one is none. */
function origins(text: string): string[] | undefined {
  const given = text.split(',').map((one) => one.trim())
  const isOrigin = (one: string) => one === '*' || (URL.canParse(one) && new URL(one).origin === one)
  return given.every(isOrigin) ? given : undefined
}

const sha256 = (text: string) => {
  const digits = text.replace(/^sha256:/i, '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined
}

/** All settings, in the order of the documentation. */
export const SETTINGS: { readonly [Key in keyof Settings]: SettingDescription<Settings[Key]> } = {
  host: {
    name: 'HOST',
    flag: 'host',
    type: 'a host name or an IP address',
    default: '0.0.0.0',
    defaultText: '0.0.0.0',
    meaning: 'Address that the HTTP server listens on.',
    parse: (text) => (/^[^\s/]+$/.test(text) ? text : undefined),
  },
  port: {
    name: 'PORT',
    flag: 'port',
    type: 'a whole number from 0 to 65535',
    default: 8001,
    defaultText: '8001',
    meaning: 'TCP port that the HTTP server listens on; 0 lets the system choose a free one.',
    parse: wholeNumber(0, 65535),
  },
  datasetPath: {
    name: 'DATASET_PATH',
    flag: 'dataset',
    type: 'a path, an http(s) URL, or `starter`',
    default: undefined,
    defaultText: 'unset: the corpus comes by itself',
    meaning:
      'Dataset that is opened: a bundle, or any other form of dataset. `starter` is the sample that comes with the ' +
      'package. Where unset: the newest corpus of the cache, and where there is none, one is downloaded.',
    parse: (text) => (/^https?:/i.test(text) ? httpUrl(text) : text),
  },
  datasetUrl: {
    name: 'DATASET_URL',
    flag: 'url',
    type: 'an http(s) URL',
    default: undefined,
    defaultText: 'unset: built from the official source',
    meaning: 'Where the corpus is downloaded from, if DATASET_PATH is unset: any form of dataset.',
    parse: httpUrl,
  },
  datasetSha256: {
    name: 'DATASET_SHA256',
    flag: undefined,
    type: 'a SHA-256 checksum of 64 hex digits',
    default: undefined,
    defaultText: 'unset: a file with `.sha256` behind its name is asked for',
    meaning: 'Checksum that the file at DATASET_URL must have, or at DATASET_PATH, where that is a URL.',
    parse: sha256,
  },
  datasetPublicKey: {
    name: 'DATASET_PUBLIC_KEY',
    flag: 'public-key',
    type: 'an ed25519 public key (base64 or PEM), or a file with one',
    default: undefined,
    defaultText: 'unset: no signature is asked for',
    meaning:
      'Key that must have signed the file at DATASET_URL, or at DATASET_PATH, where that is a URL. The signature has ' +
      '`.sig` behind its name.',
    parse: (text) => text,
  },
  sourceUrl: {
    name: 'SOURCE_URL',
    flag: undefined,
    type: 'an http(s) URL',
    default: 'https://www.gesetze-im-internet.de',
    defaultText: 'https://www.gesetze-im-internet.de',
    meaning: 'The official source, or a mirror of it: a site with `/gii-toc.xml`.',
    parse: baseUrl,
  },
  maxFailedPercent: {
    name: 'MAX_FAILED_PERCENT',
    flag: 'max-failed',
    type: 'a number from 0 to 100',
    default: 2,
    defaultText: '2',
    meaning: 'How many of the laws of the source may fail, in percent, for the result to replace a corpus.',
    parse: percentage,
  },
  strictStartup: {
    name: 'STRICT_STARTUP',
    flag: 'strict',
    type: '`true` or `false` (also `1`, `0`, `yes`, `no`)',
    default: false,
    defaultText: 'false',
    meaning: 'End at once when no corpus can be opened, instead of serving `/health` and answering 503 elsewhere.',
    parse: (text) => ({ true: true, 1: true, yes: true, false: false, 0: false, no: false })[text.toLowerCase()],
  },
  maxRequestBodyBytes: {
    name: 'MAX_REQUEST_BODY_BYTES',
    flag: undefined,
    type: 'a whole number of at least 0',
    default: 1048576,
    defaultText: '1048576',
    meaning: 'Largest request body that is accepted, in bytes; a larger one is answered with 413.',
    parse: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  corsOrigin: {
    name: 'CORS_ORIGIN',
    flag: undefined,
    type: '`*`, or origins parted by commas (`https://example.org`)',
    default: undefined,
    defaultText: 'unset: none',
    meaning: 'Origins whose pages may read the answers of the HTTP server in a browser (CORS).',
    parse: origins,
  },
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
  const read = <Key extends keyof Settings>(key: Key) => readSetting(key, environment, flags[key])
  return {
    host: read('host'),
    port: read('port'),
    datasetPath: read('datasetPath'),
    datasetUrl: read('datasetUrl'),
    datasetSha256: read('datasetSha256'),
    datasetPublicKey: read('datasetPublicKey'),
    sourceUrl: read('sourceUrl'),
    maxFailedPercent: read('maxFailedPercent'),
    strictStartup: read('strictStartup'),
    maxRequestBodyBytes: read('maxRequestBodyBytes'),
    corsOrigin: read('corsOrigin'),
  }
}
