/** What answers tell about the machine of the server: paths and errors of the system are for its operator. */
import type { IncomingMessage } from 'node:http'
import { LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { bearerCheck, readTokens } from './bearer-tokens.ts'
import { isLocal } from './client-address.ts'

/**
 * Returns the check whether the client of a request may know such details: it is on the same machine, or has a token.
 * @param tokens content of the token file of the settings, if it has been read
 */
export function detailAccess(
  { authTokenFile }: Settings,
  tokens: readonly string[] | undefined,
): (request: IncomingMessage) => boolean {
  if (authTokenFile === undefined) return isLocal
  const isKnown = bearerCheck(tokens ?? readTokens(authTokenFile))
  return (request) => isLocal(request) || isKnown(request.headers.authorization)
}

/** The error for all other clients. Progress has no such details. */
export function withoutDetails(error: LegalTextError): LegalTextError {
  if (error.details.stage !== undefined) return error
  return new LegalTextError(
    'not_ready',
    'no corpus is open, because it could not be opened; the server tries again. Its log says why, and so does /ready to ' +
      'clients on the same machine or with a token',
  )
}
