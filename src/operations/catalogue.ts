/** Every operation of the service. The command line, the HTTP routes and `/openapi.json` are derived from this list. */
import { cite } from './cite.ts'
import { coverage } from './coverage.ts'
import { law } from './law.ts'
import { laws } from './laws.ts'
import { limitations } from './limitations.ts'
import { norm } from './norm.ts'
import { norms } from './norms.ts'
import type { Operation } from './operation.ts'
import { relationships } from './relationships.ts'
import { search } from './search.ts'
import { status } from './status.ts'

export const catalogue: readonly Operation[] = [
  laws,
  law,
  norms,
  norm,
  relationships,
  coverage,
  limitations,
  search,
  status,
  cite,
]
