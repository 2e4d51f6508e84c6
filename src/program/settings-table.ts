/** Table of all settings of the environment. The documentation is generated from it. */
import { releasedCorpus } from './package.ts'
import {
  adminAddress,
  baseUrl,
  dataset,
  hostAddress,
  hostNames,
  httpUrl,
  networks,
  oneOf,
  origins,
  percentage,
  sha256,
  wholeNumber,
  yesOrNo,
} from './setting-values.ts'

export interface SettingDescription<Value> {
  /** Environment variable. */
  name: string
  /** Flag that overrides the variable. */
  flag?: string
  /** Accepted values, in words. */
  type: string
  default: Value
  /** Default as documented, if it is not the value itself. */
  defaultText?: string
  meaning: string
  /** @returns the value, or `undefined` if the text is invalid */
  parse(text: string): Value | undefined
}

/** Log level. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

/** Infers the type of a setting from its default and its parser. */
const setting = <Value>(description: SettingDescription<Value>) => description

const DAY = 86_400
const SECONDS = wholeNumber(1, DAY, ' of seconds')

/** All settings, in the order of the documentation. */
export const SETTINGS = {
  host: setting({
    name: 'HOST',
    flag: 'host',
    type: 'a host name, an IP address, or `unix:/path` for a Unix socket',
    default: '0.0.0.0',
    meaning: 'Address that the HTTP server listens on. A socket that systemd passes (LISTEN_FDS) comes before it.',
    parse: hostAddress,
  }),
  port: setting({
    name: 'PORT',
    flag: 'port',
    ...wholeNumber(0, 65535),
    default: 8001,
    meaning: 'TCP port that the HTTP server listens on; 0 lets the system choose a free one.',
  }),
  datasetPath: setting({
    name: 'DATASET_PATH',
    flag: 'dataset',
    type: 'a path, a URL (`file:///…` without query or fragment, http, https or postgresql), or `starter`',
    default: undefined,
    defaultText:
      'unset: the newest corpus in the cache; if there is none, `http` and `mcp` download one, and the other commands ' +
      'offer to on a terminal, and elsewhere fail with exit code 5',
    meaning:
      'Dataset to open: a bundle, or any other form of dataset. `starter` is the sample that comes with the package.',
    parse: dataset,
  }),
  datasetUrl: setting({
    name: 'DATASET_URL',
    flag: 'url',
    type: 'an http(s) URL',
    default: undefined,
    defaultText: 'unset: built from the official source',
    meaning: 'Where the corpus is downloaded from, if DATASET_PATH is unset: any form of dataset.',
    parse: httpUrl,
  }),
  corpusUrl: setting({
    name: 'CORPUS_URL',
    type: 'an http(s) URL',
    default: releasedCorpus?.url,
    defaultText: 'that of the release if it has one, else unset: the official source',
    meaning:
      'A folder with published corpora: what `corpus pull` takes if DATASET_URL is unset. DATASET_PUBLIC_KEY is the key of its catalogue.',
    parse: httpUrl,
  }),
  datasetSha256: setting({
    name: 'DATASET_SHA256',
    type: 'a SHA-256 checksum of 64 hex digits',
    default: undefined,
    defaultText: 'unset: that of the file with `.sha256` after its name',
    meaning: 'Checksum that the file at DATASET_URL (or at DATASET_PATH, if that is a URL) must have.',
    parse: sha256,
  }),
  datasetPublicKey: setting({
    name: 'DATASET_PUBLIC_KEY',
    flag: 'public-key',
    type: 'an ed25519 public key (base64 or PEM), or a file with one',
    default: undefined,
    defaultText: 'unset: no signature is required',
    meaning:
      'Key that must have signed the file at DATASET_URL (or at DATASET_PATH, if that is a URL). The signature is the ' +
      'file with `.sig` after its name.',
    parse: (text) => text,
  }),
  sourceUrl: setting({
    name: 'SOURCE_URL',
    type: 'an http(s) URL',
    default: 'https://www.gesetze-im-internet.de',
    meaning: 'The official source, or a mirror of it: a site with `/gii-toc.xml`.',
    parse: baseUrl,
  }),
  cellarUrl: setting({
    name: 'CELLAR_URL',
    type: 'an http(s) URL',
    default: 'https://publications.europa.eu',
    meaning: 'The official source of acts of the European Union (Cellar), or a mirror of it, with `/resource/celex/`.',
    parse: baseUrl,
  }),
  neurisUrl: setting({
    name: 'NEURIS_URL',
    type: 'an http(s) URL',
    default: 'https://testphase.rechtsinformationen.bund.de',
    meaning: 'The Rechtsinformationsportal of the Federation, or a mirror of it, with `/v1/bulk-zip-links`.',
    parse: baseUrl,
  }),
  maxFailedPercent: setting({
    name: 'MAX_FAILED_PERCENT',
    flag: 'max-failed',
    type: 'a number from 0 to 100',
    default: 2,
    meaning:
      'Share of the laws of the source, in percent, that may fail; if more do, the result does not replace a corpus.',
    parse: percentage,
  }),
  strictStartup: setting({
    name: 'STRICT_STARTUP',
    flag: 'strict',
    type: '`true` or `false` (also `1`, `0`, `yes`, `no`)',
    default: false,
    meaning: 'Exit at once if no corpus can be opened, instead of serving `/health` and answering 503 elsewhere.',
    parse: yesOrNo,
  }),
  maxRequestBodyBytes: setting({
    name: 'MAX_REQUEST_BODY_BYTES',
    ...wholeNumber(0),
    default: 1048576,
    meaning: 'Largest request body, in bytes; larger ones are rejected with 413.',
  }),
  maxHeaderBytes: setting({
    name: 'MAX_HEADER_BYTES',
    ...wholeNumber(1024, 1048576),
    default: 16384,
    meaning: 'Largest head of a request (its first line and its headers), in bytes; larger ones are rejected with 413.',
  }),
  maxUrlBytes: setting({
    name: 'MAX_URL_BYTES',
    ...wholeNumber(64),
    default: 12288,
    meaning: 'Longest URL of a request (path and query), in bytes; longer ones are rejected with 413.',
  }),
  maxQueryBytes: setting({
    name: 'MAX_QUERY_BYTES',
    ...wholeNumber(0),
    default: 10240,
    meaning: 'Longest query of a URL, in bytes, with its percent escapes; longer ones are rejected with 413.',
  }),
  headerTimeoutSeconds: setting({
    name: 'HEADER_TIMEOUT_SECONDS',
    ...SECONDS,
    default: 10,
    meaning: 'Time in which a client must send the head of a request, or the connection is closed.',
  }),
  requestTimeoutSeconds: setting({
    name: 'REQUEST_TIMEOUT_SECONDS',
    ...SECONDS,
    default: 30,
    meaning: 'Time in which a client must send a whole request with its body, or the connection is closed.',
  }),
  idleTimeoutSeconds: setting({
    name: 'IDLE_TIMEOUT_SECONDS',
    ...SECONDS,
    default: 60,
    meaning:
      'Time after which a connection is closed on which a client does not read its response. It can take twice as long.',
  }),
  keepAliveSeconds: setting({
    name: 'KEEP_ALIVE_SECONDS',
    ...SECONDS,
    default: 5,
    meaning: 'Time for which an idle connection stays open for the next request.',
  }),
  drainSeconds: setting({
    name: 'DRAIN_SECONDS',
    ...wholeNumber(0, 3600, ' of seconds'),
    default: 2,
    meaning:
      'Time for which idle connections stay open after SIGTERM, so that requests on their way are answered. It is not ' +
      'waited for once no connection is open.',
  }),
  maxConnections: setting({
    name: 'MAX_CONNECTIONS',
    ...wholeNumber(1),
    default: 1000,
    meaning:
      'Open connections per worker. For a further one, an idle connection of the client that has most is closed; if none ' +
      'is idle, the new one is closed at once.',
  }),
  maxStreams: setting({
    name: 'MAX_STREAMS',
    ...wholeNumber(1),
    default: 32,
    meaning:
      'Whole laws (`/laws/{code}/norms`) that each worker sends to one client at a time, and twice as many to all clients ' +
      'together; further requests are rejected with 429.',
  }),
  rateLimit: setting({
    name: 'RATE_LIMIT',
    type: 'a whole number of at least 0',
    default: undefined,
    defaultText: 'unset: 6000 from other machines, no limit on the same one',
    meaning:
      'Requests per minute, and at once after a pause, that each worker takes from one client (an IPv4 address, or an ' +
      'IPv6 network of 64 bits); further ones are rejected with 429. 0 means no limit.',
    parse: wholeNumber(0, 1_000_000_000).parse,
  }),
  trustedProxies: setting({
    name: 'TRUSTED_PROXIES',
    type: 'IP addresses or networks (`10.0.0.0/8`), separated by commas',
    default: [],
    defaultText: 'unset: none',
    meaning: 'Proxies whose header `X-Forwarded-For` gives the address of the client.',
    parse: networks,
  }),
  authTokenFile: setting({
    name: 'AUTH_TOKEN_FILE',
    type: 'a file that holds a token, or several, one a line',
    default: undefined,
    defaultText: 'unset: no token is required',
    meaning: 'File with bearer tokens. Every request except `/health` must carry one of them, or is rejected with 401.',
    parse: (text) => text,
  }),
  allowedHosts: setting({
    name: 'ALLOWED_HOSTS',
    type: 'host names or IP addresses without ports, separated by commas',
    default: [],
    defaultText: 'unset: any',
    meaning:
      'Names of the server: a request whose `Host` is another is rejected with 421. `/health` answers under any name, and ' +
      'requests from this machine may also name `localhost` or a loopback address.',
    parse: hostNames,
  }),
  accessLog: setting<'off' | 'on' | 'full'>({
    name: 'ACCESS_LOG',
    type: '`off`, `on` or `full`',
    default: 'off',
    meaning:
      'Log every request on stderr, as a line of JSON. `on`: without the query, and with the network of the client; ' +
      '`full`: with both the query and the address.',
    parse: oneOf('off', 'on', 'full'),
  }),
  logLevel: setting<LogLevel>({
    name: 'LOG_LEVEL',
    type: '`error`, `warn`, `info` or `debug`',
    default: 'info',
    meaning:
      'Lines on stderr, apart from the access log. `error`: failures; `warn`: also their end, and slow and malformed ' +
      'requests; `info`: also the address and the life of the corpus; `debug`: also each request that is refused.',
    parse: oneOf('error', 'warn', 'info', 'debug'),
  }),
  slowRequestMs: setting({
    name: 'SLOW_REQUEST_MS',
    ...wholeNumber(0, DAY * 1000, ' of milliseconds'),
    default: 1000,
    meaning: 'Time from which a request is logged as slow, with the lengths of its parameters; 0 means never.',
  }),
  metrics: setting({
    name: 'METRICS',
    type: '`true` or `false` (also `1`, `0`, `yes`, `no`)',
    default: false,
    meaning: 'Serve metrics at `/metrics`, in the text format of Prometheus.',
    parse: yesOrNo,
  }),
  adminListen: setting({
    name: 'ADMIN_LISTEN',
    flag: 'admin-listen',
    type: 'a port, `address:port`, or `unix:/path` for a Unix socket',
    default: undefined,
    defaultText: 'unset: none',
    meaning:
      'Second address, with `/metrics`, `/health` and `/ready` alone, without tokens and limits; a port is one of 127.0.0.1. ' +
      'Then `/metrics` is there and not at the first address, whatever METRICS is.',
    parse: adminAddress,
  }),
  additions: setting({
    name: 'ADDITIONS',
    type: 'a file with a module of Node.js',
    default: undefined,
    defaultText: 'unset: none',
    meaning:
      'Module with operations, tools, formats and source families for the server: docs/extending.md. Its code runs with all ' +
      'rights of the server.',
    parse: (text) => text,
  }),
  mcp: setting({
    name: 'MCP',
    flag: 'mcp',
    type: '`true` or `false` (also `1`, `0`, `yes`, `no`)',
    default: false,
    meaning: 'Serve the Model Context Protocol at `POST /mcp`.',
    parse: yesOrNo,
  }),
  workers: setting({
    name: 'WORKERS',
    flag: 'workers',
    ...wholeNumber(1, 256),
    default: 1,
    meaning: 'Number of processes that serve requests, on the same port.',
  }),
  corsOrigin: setting({
    name: 'CORS_ORIGIN',
    type: '`*`, or origins separated by commas (`https://example.org`)',
    default: undefined,
    defaultText: 'unset: none',
    meaning: 'Origins whose pages may read responses of the server in a browser (CORS).',
    parse: origins,
  }),
}

/** The values of all settings. */
export type Settings = {
  readonly [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key] extends SettingDescription<infer Value>
    ? Value
    : never
}

/** Returns the default of a setting as documented. */
export const defaultOf = ({ default: value, defaultText = String(value) }: SettingDescription<unknown>) => defaultText
