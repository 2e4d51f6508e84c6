/** The server of the SDK, whose errors for wrong requests are lists of issues as JSON, in words. */
import { isRecord } from '../arguments.ts'
import { ProtocolError, ProtocolErrorCode, Server } from './sdk.ts'

/** The message of a request that does not have the form of its method: what it is, and the issues. */
const ISSUES = /^(?:Invalid \S+ request: )?(\[\s*\{.*\}\s*\])$/s

export class ProtocolServer extends Server {
  protected override _wrapHandler(method: string, handle: Parameters<Server['_wrapHandler']>[1]) {
    const wrapped = super._wrapHandler(method, handle)
    return async (...given: Parameters<typeof handle>) => {
      try {
        return await wrapped(...given)
      } catch (error) {
        const issues = error instanceof Error ? ISSUES.exec(error.message)?.[1] : undefined
        throw issues === undefined ? error : invalidRequest(method, JSON.parse(issues))
      }
    }
  }
}

function invalidRequest(method: string, issues: unknown[]): ProtocolError {
  const told = issues.flatMap((issue) => (isRecord(issue) ? [`${pathOf(issue.path)}: ${issue.message}`] : []))
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${method}: ${told.join('; ')}`)
}

const pathOf = (path: unknown) => (Array.isArray(path) ? path.join('.') : 'request')
