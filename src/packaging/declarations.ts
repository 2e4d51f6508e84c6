/** Makes the declaration files of the library, for ECMAScript modules and for CommonJS. */
import { appendFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { catalogue } from '../operations/catalogue.ts'
import { assetPath } from '../program/package.ts'
import { namedTypes, operationType, publicNames } from './named-types.ts'

/** The modules that `exports` of package.json offers. */
const ENTRIES = ['index', 'server']

/** Reduces the output of the compiler in `dist/types` to what the entries need, and adds their form for CommonJS. */
export async function finishDeclarations(): Promise<void> {
  const folder = assetPath('types')
  nameTypes(folder)
  const needed = reachable(ENTRIES.map((entry) => join(folder, `${entry}.d.ts`)))
  for (const name of globSync('**/*.d.ts', { cwd: folder })) {
    if (!needed.has(join(folder, name))) rmSync(join(folder, name))
  }
  for (const entry of ENTRIES) writeFileSync(join(folder, `${entry}.d.cts`), await commonJsDeclaration(entry))
}

/** Gives the inputs and answers of the operations their names: the compiler writes out the types of the schemas. */
function nameTypes(folder: string): void {
  writeFileSync(join(folder, 'operations', 'types.d.ts'), namedTypes())
  appendFileSync(
    join(folder, 'index.d.ts'),
    `export type { ${publicNames().join(', ')} } from './operations/types.ts';\n`,
  )
  for (const name of globSync('operations/*.d.ts', { cwd: folder })) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    const [, declaration = '', exported] = OPERATION.exec(text) ?? []
    const operation = catalogue.find((each) => each.name === exported)
    if (operation === undefined) continue
    const imports = [
      "import type { InParts, Operation } from './operation.ts';",
      "import type * as types from './types.ts';",
    ]
    const type = operationType(operation)
    const inParts = operation.stream ? `InParts<${type}, 'answerInParts' | 'stream'>` : type
    const named = text.replace(declaration, () => `export declare const ${exported}: ${inParts};`)
    writeFileSync(file, [...imports, named].join('\n'))
  }
}

/** The declaration of an operation, as the compiler writes it. */
const OPERATION = /^(export declare const (\w+): import\("\.\/operation\.ts"\)[\s\S]*?^\}.*;)$/m

/** The files that declarations import, directly or not, and themselves. */
function reachable(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\()["'](\.[^"']+)\.ts["']/g)
    reachable(
      Array.from(imports, ([, path = '']) => join(dirname(file), `${path}.d.ts`)),
      found,
    )
  }
  return found
}

/**
 * Declares an entry for `require`, which loads the same ECMAScript module. With `module: node16`, the compiler does not let a
 * CommonJS module name the values of one, only its types.
 */
async function commonJsDeclaration(entry: string): Promise<string> {
  const values: Record<string, unknown> = await import(pathToFileURL(assetPath(`${entry}.js`)).href)
  const from = `'./${entry}.js' with { 'resolution-mode': 'import' }`
  const declarations = Object.entries(values).flatMap(([name, value]) => [
    `export declare const ${name}: typeof library.${name}`,
    ...(isClass(value) ? [`export type ${name} = library.${name}`] : []),
  ])
  return [`import type * as library from ${from}`, `export type * from ${from}`, ...declarations, ''].join('\n')
}

const isClass = (value: unknown) => typeof value === 'function' && /^class\b/.test(String(value))
