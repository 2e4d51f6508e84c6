/** Bearer tokens (RFC 6750): read from a file, compared in constant time. */

import { hash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { say } from '../i18n/texts.ts'
import { SETTINGS, type Settings } from '../program/settings-table.ts'
import { argumentError } from '../util/arguments.ts'
import type { LegalTextError } from '../util/errors.ts'

/** The syntax of a token, `token68` of RFC 9110, 11.2. */
const TOKEN = '[\\w.~+/-]+=*'
const WHOLE_TOKEN = new RegExp(`^${TOKEN}$`)
const BEARER = new RegExp(`^bearer +(${TOKEN})$`, 'i')

/** Minimum length of a token, in characters. */
const SHORTEST = 16

const digestOf = (token: string) => hash('sha256', token, 'buffer')

/** True if the value of a header `Authorization` has a valid token. */
export type TokenCheck = (authorization: string | undefined) => boolean

/** Returns the check for one of the tokens. */
export function bearerCheck(tokens: readonly string[]): TokenCheck {
  const known = tokens.map(digestOf)
  return (authorization) => {
    const given = BEARER.exec(authorization ?? '')?.[1]
    if (given === undefined) return false
    const digest = digestOf(given)
    return known.filter((one) => timingSafeEqual(one, digest)).length > 0
  }
}

/** The current tokens: their file may be reloaded. */
export type Tokens = () => readonly string[]

/**
 * Returns the check of the header `Authorization` for a token of the settings; `undefined` if no token is required.
 * @param tokens content of the token file, if it has been read
 * @throws LegalTextError `invalid_input` if the file cannot be read
 */
export function tokenCheckOf(
  { authTokenFile }: Pick<Settings, 'authTokenFile'>,
  tokens?: Tokens | undefined,
): TokenCheck | undefined {
  if (authTokenFile === undefined) return undefined
  let known = tokens?.() ?? readTokens(authTokenFile)
  let check = bearerCheck(known)
  return (authorization) => {
    const current = tokens?.() ?? known
    if (current !== known) {
      known = current
      check = bearerCheck(known)
    }
    return check(authorization)
  }
}

/** The tokens of a reloadable file. */
export class TokenFile {
  readonly #path: string
  #tokens: readonly string[]

  /** @throws LegalTextError as {@link readTokens} */
  constructor(path: string) {
    this.#path = path
    this.#tokens = readTokens(path)
  }

  readonly current: Tokens = () => this.#tokens

  /** Reloads the file. If it is invalid, the tokens stay, and the log says why. */
  reload(log: (text: string) => void): void {
    try {
      this.#tokens = readTokens(this.#path)
    } catch (error) {
      log(`The tokens stay as they were: ${(error as Error).message}`)
    }
  }
}

/**
 * Reads a token file, one token a line.
 * @throws LegalTextError `invalid_input` if the file cannot be read, has no token, or an invalid line
 */
export function readTokens(path: string): string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw invalidFile(path, say`it cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  const lines = text.split('\n').map((line) => line.trim())
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    if (!WHOLE_TOKEN.test(line)) {
      throw invalidFile(path, say`line ${index + 1} is not a token, which has letters, digits, -._~+/ and = at its end`)
    }
    if (line.length < SHORTEST) throw invalidFile(path, say`line ${index + 1} is shorter than ${SHORTEST} characters`)
  }
  const tokens = lines.filter((line) => line !== '')
  if (tokens.length === 0) throw invalidFile(path, 'it has no token')
  return tokens
}

function invalidFile(file: string, reason: string): LegalTextError {
  const message = say`the file ${file} must have tokens of at least ${SHORTEST} characters, one a line: ${reason}`
  return argumentError(SETTINGS.authTokenFile.name, message)
}
