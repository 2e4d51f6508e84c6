/** Every operation of the service. The command line, the HTTP routes and `/openapi.json` are derived from this list. */
import { changes } from './changes.ts'
import { check } from './check.ts'
import { cite } from './cite.ts'
import { coverage } from './coverage.ts'
import { designations } from './designations.ts'
import { grep } from './grep.ts'
import { law } from './law.ts'
import { lawDiff } from './law-diff.ts'
import { lawVersions } from './law-versions.ts'
import { laws } from './laws.ts'
import { limitations } from './limitations.ts'
import { namedNorm, namedNorms } from './named-norms.ts'
import { norm } from './norm.ts'
import { normDiff } from './norm-diff.ts'
import { normVersions } from './norm-versions.ts'
import { norms } from './norms.ts'
import type { Operation, PostedOperation, RoutedOperation } from './operation.ts'
import { relationships } from './relationships.ts'
import { search } from './search.ts'
import { status } from './status.ts'

/** All operations. */
export const catalogue: readonly Operation[] = [
  laws,
  law,
  norms,
  norm,
  namedNorm,
  namedNorms,
  relationships,
  normVersions,
  lawVersions,
  normDiff,
  lawDiff,
  changes,
  coverage,
  limitations,
  search,
  grep,
  status,
  cite,
  designations,
  check,
]

/** The operations that HTTP serves with a body. */
export const postedOf = (operations: readonly Operation[]) =>
  operations.filter((operation): operation is PostedOperation => operation.post !== undefined)

/** The operations that HTTP serves. */
export const routedOf = (operations: readonly Operation[]) =>
  operations.filter((operation): operation is RoutedOperation => operation.path !== undefined)

export const postedOperations = postedOf(catalogue)

export const routedOperations = routedOf(catalogue)
