/**
 * The error kinds of legal-text. Every failure that a user can meet is one of these; the HTTP status and the exit
 * code of each kind are given here and nowhere else.
 */

/** HTTP status and process exit code of every error kind. */
export const ERROR_KINDS = {
  not_found: { status: 404, exitCode: 3, meaning: 'The law, norm or route does not exist.' },
  ambiguous: { status: 409, exitCode: 4, meaning: 'The name fits several laws or norms; `candidates` lists them.' },
  invalid_input: { status: 422, exitCode: 2, meaning: 'An argument, parameter, setting or file cannot be read.' },
  payload_too_large: {
    status: 413,
    exitCode: 2,
    meaning: 'The body, the URL or the head of the request is longer than a setting allows.',
  },
  unauthorized: { status: 401, exitCode: 2, meaning: 'The request has no bearer token that AUTH_TOKEN_FILE holds.' },
  too_many_requests: { status: 429, exitCode: 2, meaning: 'More is asked for than RATE_LIMIT or MAX_STREAMS allows.' },
  not_ready: { status: 503, exitCode: 5, meaning: 'No corpus is open.' },
  method_not_allowed: { status: 405, exitCode: 2, meaning: 'The route exists, but not with this HTTP method.' },
  internal: {
    status: 500,
    exitCode: 1,
    meaning: 'An unexpected failure; the details are in the log, not in the answer.',
  },
} as const

/** How a command ends that was interrupted; that is no error. */
export const INTERRUPTED = { exitCode: 130, meaning: 'Interrupted (Ctrl-C).' } as const

export type ErrorKind = keyof typeof ERROR_KINDS

/** A law or norm that an ambiguous name may have meant, or that a wrong one was close to. */
export interface Candidate {
  code: string
  norm?: string
  label: string
  title: string
}

/** What an error carries beside its kind and message. All of it is shown to the user. */
export interface ErrorDetails {
  /** The law code that was asked for, as it was given. */
  code?: string
  /** The norm that was asked for, as it was given. */
  norm?: string
  candidates?: Candidate[]
  suggestions?: Candidate[]
  /** Values for the HTTP `Allow` header. */
  allow?: string[]
  /** Which input was wrong: `{ path: 'limit', message: '…' }`. */
  issues?: { path: string; message: string }[]
  /** What is being done until a corpus is ready, and how far it is: `downloading`, 1204 of 6877. */
  stage?: string
  done?: number
  total?: number
  /** In how many seconds a client may try again that has asked too often. */
  retry_after?: number
  /** Names the request in the log. */
  request_id?: string
}

/** The body of every error answer, over HTTP and from the CLI with `--json`. */
export interface ErrorBody extends Omit<ErrorDetails, 'allow'> {
  error: ErrorKind
  message: string
}

/** An error that is meant for the user. Anything else that is thrown is a bug and becomes `internal`. */
export class LegalTextError extends Error {
  readonly kind: ErrorKind
  readonly details: ErrorDetails

  constructor(kind: ErrorKind, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LegalTextError'
    this.kind = kind
    this.details = details
  }
}

/** The public body of any thrown value. What is not a LegalTextError becomes `internal`, without its message. */
export function errorBody(error: unknown): ErrorBody {
  if (!(error instanceof LegalTextError)) {
    return { error: 'internal', message: 'Something went wrong inside legal-text. This is a bug.' }
  }
  const { allow: _allow, ...details } = error.details
  return { error: error.kind, message: error.message, ...details }
}

/** The error that has this body. */
export function errorOf({ error, message, ...details }: ErrorBody): LegalTextError {
  return new LegalTextError(error, message, details)
}

/** The HTTP status of any thrown value. */
export function httpStatus(error: unknown): number {
  return ERROR_KINDS[error instanceof LegalTextError ? error.kind : 'internal'].status
}

/** The process exit code of any thrown value. */
export function exitCode(error: unknown): number {
  return ERROR_KINDS[error instanceof LegalTextError ? error.kind : 'internal'].exitCode
}
