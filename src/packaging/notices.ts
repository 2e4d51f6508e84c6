/** The licences of the packages whose code is part of the bundled code. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../package.ts'

interface PackageDescription {
  name: string
  version: string
  license?: string
}

/** @param inputs bundled files, relative to the package root. */
export function thirdPartyNotices(inputs: string[]): string {
  const folders = new Set(inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  const notices = [...folders].sort().map(noticeOf)
  return [
    'The JavaScript files in this folder contain code of the packages below, each under its own licence.\n',
    ...notices,
  ].join(`\n${'-'.repeat(80)}\n\n`)
}

function noticeOf(folder: string): string {
  const root = join(packageRoot, folder)
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageDescription
  const files = globSync(['LICEN[CS]E*', 'licen[cs]e*', 'NOTICE*'], { cwd: root }).sort()
  const texts = files
    .filter((file) => existsSync(join(root, file)))
    .map((file) => readFileSync(join(root, file), 'utf8').trim())
  return [`${name} ${version} (${license ?? 'licence: see below'})`, ...texts].join('\n\n').concat('\n')
}
