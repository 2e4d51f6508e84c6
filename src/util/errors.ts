import { received, resaid, type Sent, say, sent } from '../i18n/texts.ts'
import { shortened } from './shorten.ts'

/** The error kinds of legal-text, with the HTTP status and the exit code of each. They cover every failure that users see. */
export const ERROR_KINDS = {
  not_found: { status: 404, exitCode: 3, meaning: 'The law, norm or route does not exist.' },
  no_history: { status: 404, exitCode: 3, meaning: 'The corpus, or its text of the law, is of one day only.' },
  ambiguous: { status: 409, exitCode: 4, meaning: 'The name fits several laws or norms; `candidates` lists them.' },
  invalid_input: { status: 422, exitCode: 2, meaning: 'An argument, parameter, setting or file is not valid.' },
  payload_too_large: {
    status: 413,
    exitCode: 2,
    meaning: 'The body, the URL or the header of the request is longer than a setting allows.',
  },
  unauthorized: { status: 401, exitCode: 2, meaning: 'The request has no bearer token from AUTH_TOKEN_FILE.' },
  too_many_requests: {
    status: 429,
    exitCode: 2,
    meaning: 'There are more requests than RATE_LIMIT or MAX_STREAMS allows.',
  },
  forbidden: {
    status: 403,
    exitCode: 2,
    meaning: 'A page of a foreign origin has sent the request, which only pages of CORS_ORIGIN may.',
  },
  misdirected: { status: 421, exitCode: 2, meaning: 'The host of the request is not one of ALLOWED_HOSTS.' },
  precondition_failed: {
    status: 412,
    exitCode: 2,
    meaning: 'The answer is not the one that `If-Match` or `If-Unmodified-Since` requires.',
  },
  not_ready: { status: 503, exitCode: 5, meaning: 'No corpus is open.' },
  method_not_allowed: { status: 405, exitCode: 2, meaning: 'The route exists, but not with this HTTP method.' },
  internal: {
    status: 500,
    exitCode: 1,
    meaning: 'An unexpected failure; the details are in the log, not in the response.',
  },
} as const

/** The exit code of an interrupted command, which is not an error. */
export const INTERRUPTED = { exitCode: 130, meaning: 'Interrupted (Ctrl-C).' } as const

/** The kind of an error, the field `error` of its body. */
export type ErrorKind = keyof typeof ERROR_KINDS

/** A possible meaning of an ambiguous name, or a name similar to a wrong one. */
export interface Candidate {
  code: string
  norm?: string
  /** The name of a part of the law: `Buch 2 Abschnitt 8`. */
  part?: string
  label: string
  title: string
  /** The day of its state, for wordings of different times. */
  observed_on?: string
  /** The day from which it is in force, for a query of another day. */
  in_force_on?: string
}

/** Further fields of an error. Users see all of them. */
export interface ErrorDetails {
  /** The requested law, as given. */
  code?: string
  /** The norm path of the look-up; as given if it is invalid. */
  norm?: string
  candidates?: Candidate[]
  /** The requested day. */
  as_of?: string
  in_force_on?: string
  /** The days of the first and the last state of the corpus. */
  states?: { first: string; last: string }
  suggestions?: Candidate[]
  /** Values for the HTTP `Allow` header. */
  allow?: string[]
  /** The wrong inputs: `{ path: 'limit', message: '…' }`. */
  issues?: { path: string; message: string }[]
  /** The current step towards a corpus, and its progress: `downloading`, 1204 of 6877. */
  stage?: string
  done?: number
  total?: number
  /** Seconds until a rate-limited client may try again. */
  retry_after?: number
  /** Identifies the request in the log. */
  request_id?: string
}

/** The body of every error, over HTTP and from the CLI with `--json`. */
export interface ErrorBody extends Omit<ErrorDetails, 'allow'> {
  error: ErrorKind
  message: string
}

/** An error for the user. Any other thrown value is a bug and becomes `internal`. Quoted input is cut to a readable length. */
export class LegalTextError extends Error {
  /** The class name, kept from the build's minifier. */
  static override readonly name: string = 'LegalTextError'

  /** True also for an error of another copy of the package: the command line and the library are separate. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'LegalTextError'
  }

  readonly kind: ErrorKind
  readonly details: ErrorDetails
  /** The name of the queried dataset, on the command line. Not part of the body. */
  dataset?: string

  constructor(kind: ErrorKind, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(resaid(message, quoted), options)
    if (!Object.hasOwn(ERROR_KINDS, kind)) {
      throw new LegalTextError('invalid_input', say`kind: must be one of ${Object.keys(ERROR_KINDS).join(', ')}`)
    }
    this.name = 'LegalTextError'
    this.kind = kind
    this.details = withShortened(details)
  }
}

/** A text that may quote the input, cut, and without the passwords of database addresses. */
function quoted(text: string): string {
  const brief = text.length > LONGEST_SEARCHED ? shortened(text) : text
  return shortened(/postgres/i.test(brief) ? brief.replace(PASSWORD, '$1:…@') : brief)
}

/** Maximum length for the password search, whose time is quadratic. */
const LONGEST_SEARCHED = 2000

/** The text between the user and the last `@`, even if a command has turned the colons of an address into spaces. */
const PASSWORD = /(postgres(?:ql)?(?::\/*|\s+\/*)[^\s:@/]*)(?::\S*|\s\S*)@/gi

/** The details, with quoted input cut as in messages. */
function withShortened({ code, norm, issues, ...details }: ErrorDetails): ErrorDetails {
  return {
    ...(code !== undefined && { code: quoted(code) }),
    ...(norm !== undefined && { norm: quoted(norm) }),
    ...details,
    ...(issues && {
      issues: issues.map(({ path, message }) => ({ path: quoted(path), message: resaid(message, quoted) })),
    }),
  }
}

/** The error for queries to a closed corpus. */
export const corpusClosed = () => new LegalTextError('not_ready', say`the corpus is closed; open it again to ask it`)

/** The public body of any thrown value. Only a LegalTextError keeps its message. */
export function errorBody(error: unknown): ErrorBody {
  if (!(error instanceof LegalTextError)) {
    return { error: 'internal', message: say`Something went wrong inside legal-text. This is a bug.` }
  }
  const { allow: _allow, ...details } = error.details
  return { error: error.kind, message: error.message, ...details }
}

/** An error for another process or thread. */
export interface SentError {
  kind: ErrorKind
  message: Sent
  details: ErrorDetails
}

export const sentError = ({ kind, message, details }: LegalTextError): SentError => ({
  kind,
  message: sent(message),
  details,
})

/** The error sent by another process or thread. */
export const receivedError = ({ kind, message, details }: SentError, cause?: unknown): LegalTextError =>
  new LegalTextError(kind, received(message), details, { cause })

/** The error with this body. */
export function errorOf({ error, message, ...details }: ErrorBody): LegalTextError {
  return new LegalTextError(error, message, details)
}

/** Returns a caught LegalTextError. Rethrows anything else. */
export function legalTextError(error: unknown): LegalTextError {
  if (error instanceof LegalTextError) return error
  throw error
}

/** Returns `undefined` for a caught LegalTextError. Rethrows anything else. */
export const ignoreRefusal = (error: unknown): undefined => void legalTextError(error)

/** The HTTP status of any thrown value. */
export function httpStatus(error: unknown): number {
  return ERROR_KINDS[error instanceof LegalTextError ? error.kind : 'internal'].status
}

/** The process exit code of any thrown value. */
export function exitCode(error: unknown): number {
  return ERROR_KINDS[error instanceof LegalTextError ? error.kind : 'internal'].exitCode
}
