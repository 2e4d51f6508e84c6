/** Generates the declaration files of the library, for ECMAScript modules and CommonJS. */

import { appendFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { answerName, componentSchemas } from '../http/openapi.ts'
import { catalogue } from '../operations/catalogue.ts'
import type { Operation } from '../operations/operation.ts'
import { assetPath } from '../program/package.ts'
import type { Schema } from './reference-html.ts'

/** Modules in `exports` of package.json. */
const ENTRIES = ['index', 'server']

/** Reduces the compiler output in `dist/types` to the files that the entries need, and adds their CommonJS variants. */
export async function finishDeclarations(): Promise<void> {
  const folder = assetPath('types')
  nameTypes(folder)
  const needed = reachable(ENTRIES.map((entry) => join(folder, `${entry}.d.ts`)))
  for (const name of globSync('**/*.d.ts', { cwd: folder })) {
    if (!needed.has(join(folder, name))) rmSync(join(folder, name))
  }
  for (const entry of ENTRIES) writeFileSync(join(folder, `${entry}.d.cts`), await commonJsDeclaration(entry))
}

/** Names the inputs and answers of operations: the compiler writes out the types of their schemas. */
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

/** Declaration of an operation, as the compiler writes it. */
const OPERATION = /^(export declare const (\w+): import\("\.\/operation\.ts"\)[\s\S]*?^\}.*;)$/m

/** Returns files and everything that they import, directly or not. */
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
 * Declares an entry for `require`, which loads the same ECMAScript module. With `module: node16`, the compiler lets a CommonJS
 * module name only the types of one, not its values.
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

/** Returns a module that declares an interface for each input and answer, and for the records in them. */
function namedTypes(): string {
  const records: Record<string, Schema> = componentSchemas(catalogue)
  const answers = catalogue.map(({ name, description }): [string, Schema] => {
    return [answerName(name), { ...records[answerName(name)], description: `Answer of \`${name}\`. ${description}` }]
  })
  return [
    "import type * as z from 'zod';",
    'type Fields = Record<string, unknown>;',
    '/** Schema of an input. */',
    'export interface InputSchema<Input extends Fields, Parsed extends Fields = Input> extends z.ZodObject {',
    "  _zod: Omit<z.ZodObject['_zod'], 'input' | 'output'> & { input: Input; output: Parsed };",
    '}',
    ...Object.entries({ ...records, ...Object.fromEntries(answers) }).map(([name, schema]) => declared(name, schema)),
    ...catalogue.map((operation) => {
      const description = `Input of \`${operation.name}\`. ${operation.summary}.`
      return declared(inputName(operation), { ...schemaOf(operation, 'input'), description }, true)
    }),
    '',
  ].join('\n')
}

/** The names of the inputs and answers. */
const publicNames = () => catalogue.flatMap((operation) => [answerName(operation.name), inputName(operation)])

/** Returns the type of an operation, with its input and answer by name. */
function operationType(operation: Operation): string {
  const input = inputName(operation)
  const { required = [] } = schemaOf(operation, 'input')
  const defaults = (schemaOf(operation, 'output').required ?? []).filter((name) => !required.includes(name))
  const keys = defaults.map((name) => `'${name}'`).join(' | ')
  const parsed = defaults.length > 0 ? `, types.${input} & Required<Pick<types.${input}, ${keys}>>` : ''
  return `Operation<types.InputSchema<types.${input}${parsed}>, z.ZodType<types.${answerName(operation.name)}>>`
}

const inputName = ({ name }: Operation) => answerName(name).replace(/Answer$/, 'Input')

const schemaOf = ({ input }: Operation, io: 'input' | 'output') =>
  z.toJSONSchema(input, { io, unrepresentable: 'any' }) as Schema

/** Inputs are aliases: an interface lacks the implicit index signature. */
const declared = (name: string, schema: Schema, isInput = false) =>
  `${comment(schema)}export ${isInput ? `type ${name} =` : `interface ${name}`} ${typeOf(schema, isInput)}`

/** @param isInput true for fields that may be `undefined`, and arrays that are only read */
function typeOf(schema: Schema, isInput: boolean): string {
  const { $ref, type, anyOf, items, minItems, maxItems, properties, additionalProperties: others } = schema
  if ($ref !== undefined) return $ref
  if (anyOf) return anyOf.map((each) => typeOf(each, isInput)).join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (type === 'array') {
    const item = items === undefined ? 'unknown' : typeOf(items, isInput)
    if (minItems !== undefined && minItems === maxItems) return `[${Array(minItems).fill(item).join(', ')}]`
    return `${isInput ? 'readonly ' : ''}(${item})[]`
  }
  if (type !== 'object') return [type ?? 'unknown'].flat().join(' | ').replace('integer', 'number')
  if (properties === undefined && typeof others === 'object') return `Record<string, ${typeOf(others, isInput)}>`
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const isRequired = schema.required?.includes(name)
    const mayBeUndefined = isInput && !isRequired ? ' | undefined' : ''
    return `${comment(field)}${name}${isRequired ? '' : '?'}: ${typeOf(field, isInput)}${mayBeUndefined};`
  })
  return `{\n${fields.join('\n')}\n}`
}

const comment = ({ description }: Schema) =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`
