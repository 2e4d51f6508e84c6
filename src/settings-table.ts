/** Every setting that the environment can give, described once: the documentation is generated from this table. */
import {
  baseUrl,
  httpUrl,
  networks,
  oneOf,
  origins,
  percentage,
  sha256,
  wholeNumber,
  yesOrNo,
} from './setting-values.ts'
import type { Settings } from './settings.ts'

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

const DAY = 86_400
const SECONDS = `a whole number of seconds from 1 to ${DAY}`

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
    parse: yesOrNo,
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
  maxHeaderBytes: {
    name: 'MAX_HEADER_BYTES',
    flag: undefined,
    type: 'a whole number from 1024 to 1048576',
    default: 16384,
    defaultText: '16384',
    meaning: 'How long the head of a request (its first line and its headers) may be, in bytes; else it is 413.',
    parse: wholeNumber(1024, 1048576),
  },
  maxUrlBytes: {
    name: 'MAX_URL_BYTES',
    flag: undefined,
    type: 'a whole number of at least 64',
    default: 12288,
    defaultText: '12288',
    meaning: 'How long the URL of a request may be (path and query), in bytes; else it is 413.',
    parse: wholeNumber(64, Number.MAX_SAFE_INTEGER),
  },
  maxQueryBytes: {
    name: 'MAX_QUERY_BYTES',
    flag: undefined,
    type: 'a whole number of at least 0',
    default: 10240,
    defaultText: '10240',
    meaning: 'How long the query of a URL may be, in bytes, percent escapes as they are; else it is 413.',
    parse: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  headerTimeoutSeconds: {
    name: 'HEADER_TIMEOUT_SECONDS',
    flag: undefined,
    type: SECONDS,
    default: 10,
    defaultText: '10',
    meaning: 'How long a client may take to send the head of a request; then the connection is closed.',
    parse: wholeNumber(1, DAY),
  },
  requestTimeoutSeconds: {
    name: 'REQUEST_TIMEOUT_SECONDS',
    flag: undefined,
    type: SECONDS,
    default: 30,
    defaultText: '30',
    meaning: 'How long a client may take to send a whole request, its body included; then the connection is closed.',
    parse: wholeNumber(1, DAY),
  },
  idleTimeoutSeconds: {
    name: 'IDLE_TIMEOUT_SECONDS',
    flag: undefined,
    type: SECONDS,
    default: 60,
    defaultText: '60',
    meaning:
      'How long nothing may move on a connection while a client is to read an answer; then it is closed, at the latest ' +
      'after twice as long.',
    parse: wholeNumber(1, DAY),
  },
  keepAliveSeconds: {
    name: 'KEEP_ALIVE_SECONDS',
    flag: undefined,
    type: SECONDS,
    default: 5,
    defaultText: '5',
    meaning: 'How long a connection is kept for the next request.',
    parse: wholeNumber(1, DAY),
  },
  maxConnections: {
    name: 'MAX_CONNECTIONS',
    flag: undefined,
    type: 'a whole number of at least 1',
    default: 1000,
    defaultText: '1000',
    meaning: 'How many connections may be open at a time, of each worker; further ones are closed at once.',
    parse: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  },
  maxStreams: {
    name: 'MAX_STREAMS',
    flag: undefined,
    type: 'a whole number of at least 1',
    default: 32,
    defaultText: '32',
    meaning: 'How many whole laws each worker sends at a time (`/laws/{code}/norms`); a further one is 429.',
    parse: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  },
  rateLimit: {
    name: 'RATE_LIMIT',
    flag: undefined,
    type: 'a whole number of at least 0',
    default: 0,
    defaultText: '0',
    meaning:
      'How many requests a minute each worker takes from one client (an IPv4 address, or an IPv6 network of 64 bits), ' +
      'and how many at once, after a pause; further ones are answered with 429. 0 for no limit.',
    parse: wholeNumber(0, 1_000_000_000),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    flag: undefined,
    type: 'IP addresses or networks (`10.0.0.0/8`), parted by commas',
    default: [],
    defaultText: 'unset: none',
    meaning: 'Proxies whose header `X-Forwarded-For` tells the address of the client.',
    parse: networks,
  },
  authTokenFile: {
    name: 'AUTH_TOKEN_FILE',
    flag: undefined,
    type: 'a file that holds a token, or several, one a line',
    default: undefined,
    defaultText: 'unset: no token is asked for',
    meaning: 'Bearer tokens, one of which every request must carry but those for `/health`; else it is 401.',
    parse: (text) => text,
  },
  accessLog: {
    name: 'ACCESS_LOG',
    flag: undefined,
    type: '`off`, `on` or `full`',
    default: 'off',
    defaultText: 'off',
    meaning:
      'Log every request on stderr, as a line of JSON. `on`: without the query, and with the network of the client; ' +
      '`full`: with both the query and the address.',
    parse: oneOf('off', 'on', 'full'),
  },
  metrics: {
    name: 'METRICS',
    flag: undefined,
    type: '`true` or `false` (also `1`, `0`, `yes`, `no`)',
    default: false,
    defaultText: 'false',
    meaning: 'Serve figures about the service at `/metrics`, in the text format of Prometheus.',
    parse: yesOrNo,
  },
  workers: {
    name: 'WORKERS',
    flag: 'workers',
    type: 'a whole number from 1 to 256',
    default: 1,
    defaultText: '1',
    meaning: 'How many processes serve requests, on the same port.',
    parse: wholeNumber(1, 256),
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
