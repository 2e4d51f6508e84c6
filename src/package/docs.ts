/** Writes the generated pages of `docs`, and what the commands in the documentation really write. `npm run docs`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../package.ts'
import { commandRunner, shownCommands, withFreshOutput } from './console-blocks.ts'
import { referencePages } from './reference-pages.ts'

const manifest = JSON.parse(readFileSync(join(packageRoot, 'oclif.manifest.json'), 'utf8'))
for (const [name, page] of Object.entries(referencePages(manifest))) writeFileSync(join(packageRoot, 'docs', name), page)

const runner = await commandRunner()
for (const name of globSync(['README.md', 'docs/*.md'], { cwd: packageRoot })) {
  const file = join(packageRoot, name)
  const page = readFileSync(file, 'utf8')
  if (shownCommands(page).length > 0) writeFileSync(file, await withFreshOutput(page, runner.run))
}
await runner.close()
