import { operationRequest } from '../../src/http/adapter.ts'
import type { RoutedOperation } from '../../src/operations/operation.ts'

/** Path and query string of the request that runs an operation on an input: `/laws/msgb/norms/par%3A1`. */
export function operationUrl(operation: RoutedOperation, input: Record<string, unknown>): string {
  const { params, search } = operationRequest(operation, input)
  return operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? '')) + search
}
