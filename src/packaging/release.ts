/**
 * Fills in the details of a published project before a release: repository, contact, name in the registry of servers, and
 * installation. They come from `"project"` in `package.json`; without that setting the package names none of them. With a folder
 * of packed executables: writes the files of a release beside them (`docs/releasing.md`).
 *
 *     npm run release-files [-- FOLDER]
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeFilesAtomic } from '../files/write-atomic.ts'
import { packageRoot } from '../program/package.ts'

const project = z.strictObject({
  /** Source repository: `https://example.org/law/legal-text`. Other characters are refused, since it goes into scripts. */
  repository: z.string().regex(/^https:\/\/[\w.:-]+(?:\/[\w.-]+)+(?<!\.git)$/),
  /** Address for reports of vulnerabilities: a page or an email address. */
  contact: z.url({ protocol: /^(?:https|mailto)$/ }),
  /** Name in the registry of servers of the Model Context Protocol: `org.example/legal-text`. */
  server: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  /** Default folder of corpora for `corpus pull`, and the public key of its catalogue in base64. */
  corpus: z.strictObject({ url: z.url({ protocol: /^https$/ }), key: z.base64().length(44) }).optional(),
})

interface Package {
  name: string
  version: string
  license: string
  project?: unknown
}

/** First sentence of `docs/SECURITY.md`, completed by a release. */
const REPORT = 'Please report vulnerabilities privately'

/** Templates in `release`, filled in once the executables are packed. */
export const TEMPLATES = ['install.sh', 'install.ps1', 'legal-text.rb', 'legal-text.json', 'control'] as const

/** Returns the setting of a package. @throws Error if it is missing, ZodError if it is invalid */
function projectOf(own: Package): z.infer<typeof project> {
  if (own.project === undefined)
    throw new Error('package.json has no "project", without which nothing is released: see docs/releasing.md')
  return project.parse(own.project)
}

/**
 * Returns the files of a release by name in the package.
 * @param description content of `package.json`
 * @param security content of `docs/SECURITY.md`
 * @param readme content of `README.md`
 * @throws Error if `project` is missing, ZodError if it is invalid
 */
export function releaseFiles(description: string, security: string, readme: string): Record<string, string> {
  const own = JSON.parse(description) as Package
  const { repository, contact, server } = projectOf(own)
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
    'README.md': readme
      .replace(
        /^## Install\n\n(?:On Linux and macOS, .*?Scoop\.\n\n)?/ms,
        `## Install\n\n${installation(own.name, repository)}`,
      )
      .replace('The package is in no registry yet:', 'From a clone:'),
  }
}

/** Returns the installation section of the README. */
function installation(name: string, repository: string): string {
  const latest = `${repository}/releases/latest/download`
  return `On Linux and macOS, on Windows (in PowerShell), or with Node.js:

\`\`\`sh
curl -fsSL ${latest}/install.sh | sh
irm ${latest}/install.ps1 | iex
npm install --global ${name}
\`\`\`

The scripts verify the checksum and install into \`~/.local/bin\`. [Releases](${repository}/releases) also have packages for Debian,
Homebrew and Scoop.

`
}

/**
 * Returns the files of a release beside its archives, and `notes.md`: the section of the changelog.
 * @param templates contents of `TEMPLATES` by name. `@NAME@` stands for a value, `@SHA256:FILE@` for a checksum
 * @param checksums SHA-256 of the archives by name, in hexadecimal
 * @throws Error if `project`, the section or an archive is missing; ZodError if `project` is invalid
 */
export function releaseAssets(
  description: string,
  changelog: string,
  templates: Readonly<Record<string, string>>,
  checksums: ReadonlyMap<string, string>,
): Record<string, string> {
  const own = JSON.parse(description) as Package
  const { repository, contact } = projectOf(own)
  const values = new Map([
    ['VERSION', own.version],
    ['LICENSE', own.license],
    ['REPOSITORY', repository],
    ['DOWNLOADS', `${repository}/releases/download/v${own.version}`],
    ['CONTACT', contact.replace(/^mailto:/, '')],
    ...[...checksums].map(([file, sum]) => [`SHA256:${file}`, sum] as const),
  ])
  const fill = (text: string) =>
    text.replace(/@([A-Z][A-Z\d]+(?::[\w.-]+)?)@/g, (_, name: string) => {
      const value = values.get(name)
      if (value === undefined) throw new Error(`a template of the release needs ${name}`)
      return value
    })
  const pages = `${repository}/blob/v${own.version}`
  return {
    ...Object.fromEntries(Object.entries(templates).map(([name, text]) => [name, fill(text)])),
    'notes.md': changelogSection(changelog, own.version).replaceAll('](docs/', `](${pages}/docs/`),
  }
}

/** Returns the section of a version, without its heading. @throws Error if it is missing or empty */
function changelogSection(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m)
  const [, ...lines] = sections.find((section) => section.startsWith(`${version} (`))?.split('\n') ?? []
  const text = lines.join('\n').trim()
  if (text === '') throw new Error(`CHANGELOG.md says nothing about version ${version}`)
  return `${text}\n`
}

/** Returns the description for the registry, by its schema of 2025-12-11. */
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

/** Returns the contents of files of the package, by name below `folder`. */
const contents = <T extends string>(names: readonly T[], folder = packageRoot) =>
  Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])) as Record<T, string>

/** Returns the SHA-256 of the archives in a folder, by name. */
function checksumsIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => /\.(?:tar\.gz|zip)$/.test(name))
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return new Map(names.map((name) => [name, sum(name)]))
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  const own = contents(['package.json', 'docs/SECURITY.md', 'README.md', 'CHANGELOG.md'])
  const description = own['package.json']
  try {
    const files =
      folder === undefined
        ? releaseFiles(description, own['docs/SECURITY.md'], own['README.md'])
        : releaseAssets(
            description,
            own['CHANGELOG.md'],
            contents(TEMPLATES, join(packageRoot, 'release')),
            checksumsIn(folder),
          )
    await writeFilesAtomic(
      Object.entries(files).map(([name, text]) => ({ path: join(folder ?? packageRoot, name), text })),
      true,
    )
  } catch (error) {
    process.exitCode = 1
    console.error(error instanceof z.ZodError ? `"project" in package.json: ${z.prettifyError(error)}` : String(error))
  }
}
