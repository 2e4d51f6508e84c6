/**
 * Fills in what only a published project has, before a release: its repository, its contact, and its name in the registry of
 * servers. All of it comes from `"project"` in `package.json`; without that setting the package names none of them.
 *
 *     npm run release-files
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeFilesAtomic } from '../files/write-atomic.ts'
import { packageRoot } from '../program/package.ts'

const project = z.strictObject({
  /** Where the source is: `https://example.org/legal-text`. */
  repository: z.url({ protocol: /^https$/ }),
  /** Where vulnerabilities are reported: an address of a page or of mail. */
  contact: z.url({ protocol: /^(?:https|mailto)$/ }),
  /** In the registry of servers of the Model Context Protocol: `org.example/legal-text`. */
  server: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
})

interface Package {
  name: string
  version: string
  project?: unknown
}

/** The first sentence of `docs/SECURITY.md`, which a release completes. */
const REPORT = 'Please report vulnerabilities privately'

/**
 * Returns the files of a release by their names in the package.
 * @param description the content of `package.json`
 * @param security the content of `docs/SECURITY.md`
 * @throws ZodError if `project` is missing or not as above
 */
export function releaseFiles(description: string, security: string): Record<string, string> {
  const own = JSON.parse(description) as Package
  const { repository, contact, server } = project.parse(own.project)
  const published = {
    ...own,
    homepage: repository,
    repository: { type: 'git', url: `git+${repository}.git` },
    bugs: { url: `${repository}/issues` },
    mcpName: server,
  }
  return {
    'package.json': json(published),
    'server.json': json(serverDescription(own, server)),
    'docs/SECURITY.md': security.replace(new RegExp(`${REPORT}(?: to <[^>]*>)?`), `${REPORT} to <${contact}>`),
  }
}

/** The description for the registry, by its schema of 2025-12-11. */
const serverDescription = ({ name, version }: Package, server: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: server,
  title: name,
  description: 'The exact wording of German federal law with its source: search, versions, citation checks, offline',
  version,
  packages: [
    {
      registryType: 'npm',
      identifier: name,
      version,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
      environmentVariables: [
        {
          name: 'DATASET_PATH',
          description:
            'Bundle or other dataset. Default: the newest corpus in the cache; if there is none, it is downloaded.',
          format: 'filepath',
        },
      ],
    },
  ],
})

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

if (import.meta.main) {
  const [description = '', security = ''] = ['package.json', 'docs/SECURITY.md'].map((name) =>
    readFileSync(join(packageRoot, name), 'utf8'),
  )
  const files = Object.entries(releaseFiles(description, security))
  await writeFilesAtomic(
    files.map(([name, text]) => ({ path: join(packageRoot, name), text })),
    true,
  )
}
