/**
 * Packs the package, installs it from the tarball as users do, into a project and globally, on the oldest and newest supported
 * Node.js, uses it there, and removes it. It needs the package registry, so it is not part of `npm test`: `npm run test:install`.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryAudit } from './install/audit.ts'
import { tryCommands, tryMarkdown, tryVersion } from './install/commands.ts'
import { tryDatabase } from './install/database.ts'
import { tryLibrary, tryTypes } from './install/library.ts'
import { installNodes } from './install/nodes.ts'
import { pack } from './install/pack.ts'
import { Place } from './install/place.ts'
import { tryPublishing } from './install/publishing.ts'
import { tryPrune, tryUninstall } from './install/removal.ts'
import { tryProtocol, tryServer } from './install/server.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'legal-text-install-'))
/** Dependencies that do not support the Node.js version make the installation fail. */
const INSTALL = ['install', '--omit=dev', '--engine-strict', '--no-audit', '--no-fund']

try {
  const tarball = pack(folder)
  for (const [index, node] of installNodes(join(folder, 'nodes')).entries()) {
    await tryProject(makePlace(`project-${index}`, node, join('node_modules', '.bin')), tarball, index === 0)
    await tryGlobally(makePlace(`prefix-${index}`, node, 'bin'), tarball)
  }
  console.log('The package installs and works')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function makePlace(name: string, node: string, programs: string): Place {
  mkdirSync(join(folder, name))
  return new Place(join(folder, name), node, join(folder, name, programs, 'legal-text'))
}

async function tryProject(project: Place, tarball: string, first: boolean): Promise<void> {
  writeFileSync(project.path('package.json'), '{ "name": "empty", "private": true, "type": "module" }')
  const warnings = project.npmWarnings(...INSTALL, tarball)
  assert.doesNotMatch(warnings, /scripts?\b/, 'npm warns of no install script')
  assertNoScripts(project)
  if (first) tryAudit(project)
  tryVersion(project)
  tryCommands(project)
  tryMarkdown(project)
  tryLibrary(project)
  if (first) tryTypes(project)
  await tryServer(project, project.node, join('node_modules', 'legal-text', 'dist', 'server.js'))
  await tryPublishing(project)
  await tryDatabase(project)
  tryPrune(project)
  tryUninstall(project)
  console.log(`Node.js ${versionOf(project)}: commands, library and server answer in a project`)
}

async function tryGlobally(prefix: Place, tarball: string): Promise<void> {
  const options = ['--global', '--prefix', prefix.folder]
  prefix.npm(...INSTALL, ...options, tarball)
  tryVersion(prefix)
  tryCommands(prefix)
  await tryServer(prefix, prefix.program, 'http')
  await tryProtocol(prefix)
  await tryPublishing(prefix)
  tryPrune(prefix)
  tryUninstall(prefix, ...options)
  console.log(`Node.js ${versionOf(prefix)}: commands and server answer where they are installed globally`)
}

function assertNoScripts(project: Place): void {
  const lock = JSON.parse(readFileSync(project.path('package-lock.json'), 'utf8'))
  const packages = Object.entries<{ hasInstallScript?: boolean; dev?: boolean }>(lock.packages)
  const strange = packages.filter(([, { hasInstallScript, dev }]) => hasInstallScript || dev)
  assert.deepEqual(strange, [], 'nothing that comes with the package has an install script')
}

function versionOf(place: Place): string {
  return place.run(place.node, ['-p', 'process.versions.node']).trim()
}
