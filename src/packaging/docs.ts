/** Generates pages of `docs`, and updates the output of the examples in all pages. `npm run docs`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCommands } from '../cli/commands.ts'
import { packageRoot } from '../program/package.ts'
import { examplePages, refreshExamples } from './examples.ts'
import { referencePages } from './reference-pages.ts'

for (const [name, text] of Object.entries(referencePages(await allCommands()))) {
  writeFileSync(join(packageRoot, 'docs', name), text)
}
for (const page of examplePages()) {
  const { text, changed } = await refreshExamples(page)
  writeFileSync(join(packageRoot, page), text)
  console.log(`${page}: ${changed} outputs changed`)
}
