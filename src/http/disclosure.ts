/** What answers tell about the machine of the server: paths and errors of the system are for its operator. */
import type { IncomingMessage } from 'node:http'
import { LegalTextError } from '../errors.ts'
import type { TokenCheck } from './bearer-tokens.ts'
import { isLocal } from './client-address.ts'

/**
 * Returns the check whether the client of a request may know such details: it is on the same machine, or has a token.
 * @param hasToken `undefined` if there are no tokens
 */
export function detailAccess(hasToken: TokenCheck | undefined): (request: IncomingMessage) => boolean {
  if (hasToken === undefined) return isLocal
  return (request) => isLocal(request) || hasToken(request.headers.authorization)
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
