/** Opens a JSON package, in whichever of its forms it comes. */

import type { SourceFinding } from '../../../corpus/parsed-law.ts'
import type { Input } from '../../input/input.ts'
import type { Source, SourceLaw } from '../../source.ts'
import { compareCounts } from './counts.ts'
import { finding, notImported } from './finding.ts'
import { packageFolder } from './folder.ts'
import { readLaw } from './law.ts'
import { openLawFiles } from './law-files.ts'
import { LIMITATIONS_FILE, readLimitations } from './limitations.ts'
import { openLists } from './lists.ts'
import { isObject, PackageFiles } from './package-files.ts'
import type { Contents } from './package-laws.ts'
import { RELATIONSHIPS_FILE, readRelationships } from './relationships.ts'

/**
 * @throws LegalTextError `invalid_input` where a file is missing, has another hash than the package says, or is not what
 *   it should be
 */
export async function openPackage(input: Input): Promise<Source> {
  const files = new PackageFiles(input, packageFolder(input.files) ?? '')
  const findings: SourceFinding[] = []
  const description = await files.readIfThere('package.json')
  if (description !== undefined) {
    if (!isObject(description.content)) throw files.broken('package.json must be an object')
    files.expect(description.content.content_hashes)
    if (files.hasNoHashes) findings.push(NO_HASHES)
  }
  const manifest = await files.readIfThere('manifest.json')
  if (manifest !== undefined && !isObject(manifest.content)) throw files.broken('manifest.json must be an object')
  const hasLists = files.has('laws.json') || files.has('norms.json')
  const isOfLists = hasLists || (files.has('package.json') && files.lawFiles().length === 0)
  const contents = isOfLists ? await openLists(files) : await openLawFiles(files, manifest?.content)
  const relationships = await files.readAllIfThere(RELATIONSHIPS_FILE, ['relationships'])
  const limited = await files.readAllIfThere(LIMITATIONS_FILE, ['limitations', 'source_limitations'])
  const coverage = await files.readIfThere('state-law-coverage.json')
  await files.checkOthers()

  const { containments, citations, findings: unread } = readRelationships(relationships)
  const stated = readLimitations(limited)
  const discovered = isObject(manifest?.content) ? manifest.content.discovered_sources : undefined
  const counts = {
    ...contents.counts,
    relationships: relationships.length,
    source_limitations: limited.length,
    ...(Array.isArray(discovered) && { discovered_sources: discovered.length }),
  }
  const limitations = [
    ...(input.skipped ?? []).map(({ path, reason, terminalState }) => ({
      ...notImported(path, `${path}: ${reason}`),
      terminalState,
    })),
    ...contents.limitations,
    ...stated.limitations,
  ]
  for (const some of [
    contents.findings,
    stated.findings,
    unread,
    unknownLaws(contents, containments),
    compareCounts(description, counts),
    compareCounts(manifest, counts),
  ]) {
    for (const one of some) findings.push(one)
  }
  return {
    lawCount: contents.refused.length + contents.laws.length,
    limitations,
    findings,
    laws: () => readLaws(contents, containments),
    statedCitations: citations,
    ...(coverage !== undefined && { stateLawCoverage: coverage.content }),
  }
}

const NO_HASHES = finding(
  'package.json',
  'content_hashes of package.json is empty: no file could be compared with its hash',
)

type Containments = ReturnType<typeof readRelationships>['containments']

async function* readLaws(contents: Contents, containments: Containments): AsyncGenerator<SourceLaw> {
  for (const limitation of contents.refused) yield { law: undefined, limitations: [limitation], findings: [] }
  for (const { code, load } of contents.laws) yield readLaw(await load(), containments.get(code) ?? [])
}

/** What is said of the norms of laws that the package does not have. */
function unknownLaws({ laws }: Contents, containments: Containments): SourceFinding[] {
  const known = new Set(laws.map(({ code }) => code))
  return [...containments]
    .filter(([code]) => !known.has(code))
    .flatMap(([code, all]) =>
      all.map(({ place, outer, inner }) =>
        finding(place, `${place}: ${outer} cannot contain ${inner}: there is no law ${code}`),
      ),
    )
}
