/** Every operation of the service, from which the command line, the HTTP routes and `/openapi.json` are derived. */
import { changes } from './changes.ts'
import { check } from './check.ts'
import { cite } from './cite.ts'
import { coverage } from './coverage.ts'
import { definitions } from './definitions.ts'
import { designations } from './designations.ts'
import { grep } from './grep.ts'
import { law } from './law.ts'
import { lawDiff } from './law-diff.ts'
import { lawVersions } from './law-versions.ts'
import { laws } from './laws.ts'
import { limitations } from './limitations.ts'
import { link } from './link.ts'
import { namedNorm, namedNorms } from './named-norms.ts'
import { norm } from './norm.ts'
import { normDiff } from './norm-diff.ts'
import { normVersions } from './norm-versions.ts'
import { norms } from './norms.ts'
import type { Operation } from './operation.ts'
import { relationships } from './relationships.ts'
import { search } from './search.ts'
import { status } from './status.ts'

export {
  changes,
  check,
  cite,
  coverage,
  definitions,
  designations,
  grep,
  law,
  lawDiff,
  laws,
  lawVersions,
  limitations,
  link,
  namedNorm,
  namedNorms,
  norm,
  normDiff,
  norms,
  normVersions,
  relationships,
  search,
  status,
}

/** All operations, in the order of documentation. The library exports each under its name. */
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
  definitions,
  grep,
  status,
  cite,
  designations,
  check,
  link,
]
