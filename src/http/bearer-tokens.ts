/** The tokens that open the service (RFC 6750): read from a file, compared without telling how much of one was right. */
import { hash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { LegalTextError } from '../errors.ts'
import { SETTINGS } from '../settings-table.ts'

/** The syntax of a token, `token68` of RFC 9110, 11.2. */
const TOKEN = '[\\w.~+/-]+=*'
const WHOLE_TOKEN = new RegExp(`^${TOKEN}$`)
const BEARER = new RegExp(`^bearer +(${TOKEN})$`, 'i')

/** How short a token may be, in characters. */
const SHORTEST = 16

const digestOf = (token: string) => hash('sha256', token, 'buffer')

/** @returns whether the value of a header `Authorization` carries one of some tokens */
export function bearerCheck(tokens: readonly string[]): (authorization: string | undefined) => boolean {
  const known = tokens.map(digestOf)
  return (authorization) => {
    const given = BEARER.exec(authorization ?? '')?.[1]
    if (given === undefined) return false
    const digest = digestOf(given)
    return known.filter((one) => timingSafeEqual(one, digest)).length > 0
  }
}

/**
 * Reads the file of the tokens, one a line.
 * @throws LegalTextError `invalid_input` where the file cannot be read, holds none, or a line that is none
 */
export function readTokens(path: string): string[] {
  const lines = readFile(path)
    .split('\n')
    .map((line) => line.trim())
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    if (!WHOLE_TOKEN.test(line)) {
      throw invalidFile(path, `line ${index + 1} is none; a token has letters, digits, -._~+/ and = at its end`)
    }
    if (line.length < SHORTEST) throw invalidFile(path, `line ${index + 1} is shorter than ${SHORTEST} characters`)
  }
  const tokens = lines.filter((line) => line !== '')
  if (tokens.length === 0) throw invalidFile(path, 'it holds no token')
  return tokens
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw invalidFile(path, `it cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function invalidFile(file: string, reason: string): LegalTextError {
  const path = SETTINGS.authTokenFile.name
  const message = `the file ${file} must hold tokens of at least ${SHORTEST} characters, one a line: ${reason}`
  return new LegalTextError('invalid_input', `${path}: ${message}`, { issues: [{ path, message }] })
}
