/** Chunks of a program: CommonJS functions in one script, made of the modules that esbuild has split. */
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { transform } from 'esbuild'
import { assetPath } from '../program/package.ts'

/** Function bodies by chunk name, under which they import each other: `chunk-ABCDEFGH.js`. */
export type Chunks = ReadonlyMap<string, string>

/** Returns the expression in a file of this folder, without its comment. */
export const expressionIn = (name: string): string =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .replace(/^\/\*\*.*?\*\/\s*;/s, '')
    .trim()

/** The function that loads chunks. */
export const CHUNK_LOADER = expressionIn('load-chunks.cjs')

/** @param modules ECMAScript modules below `dist` */
export async function chunksOf(modules: readonly { path: string; text: string }[]): Promise<Chunks> {
  const chunks = modules.map(async ({ path, text }) => [nameOfChunk(path), await inCommonJs(text)] as const)
  return new Map(await Promise.all(chunks))
}

/** Returns a script that evaluates to a function, which returns chunks by name. */
export function chunkScript(chunks: Chunks, names: readonly string[]): string {
  const members = names.map((name) => `${JSON.stringify(name)}:function(exports,require,module){${chunks.get(name)}}`)
  return `((__export,__toCommonJS,__toESM,_programUrl)=>{"use strict";return{${members.join(',\n')}}})`
}

const nameOfChunk = (path: string) => relative(assetPath('.'), path).replaceAll(sep, '/')

/** Converts a chunk into a function body with the parameters `exports`, `require` and `module`. */
async function inCommonJs(code: string): Promise<string> {
  const { code: text } = await transform(withLateExpressions(code), {
    format: 'cjs',
    platform: 'node',
    target: 'node22.15',
    supported: { 'dynamic-import': false },
    minifyWhitespace: true,
    minifySyntax: true,
  })
  const named = text.replace(/\brequire\("(?:\.\.?\/)+([^"]+)"\)/g, 'require("$1")')
  // Removes the helper functions at the start, with which esbuild makes exports: they are the same in all chunks, and the loader
  // has them. Removes the expression at the end, too, which never runs: it lists exports for Node.js.
  const own = named.replace(/^var __.*?(?=var stdin_exports=)/s, '').replace(/0&&\(module\.exports=\{[^}]*\}\);\n$/, '')
  return inAscii(
    withLateImports(
      own.replace('import_late=require("late")', 'import_late=0').replace(/\bimport_late\.(\w+)/g, '$1$()'),
    ),
  )
}

/**
 * Creates each regular expression of a module on first use. V8 parses it on creation, and loads Unicode tables for letter
 * classes; a command uses few. The uses become those of an import, which esbuild writes as `import_late.NAME`.
 */
function withLateExpressions(module: string): string {
  const names: string[] = []
  const code = module.replace(
    /^var (\w+) = (\/.+\/[a-z]*|new RegExp\((?:.+|\n[\s\S]+?\n)\));$/gm,
    (_, name: string, expression: string) => {
      names.push(name)
      return `var ${name}$made, ${name}$ = () => ${name}$made ??= ${expression};`
    },
  )
  return names.length === 0 ? module : `import { ${names.join(', ')} } from "late";\n${code}`
}

/** Loads each module when one of its exports is first used: most commands use only part of their imports. */
export function withLateImports(code: string): string {
  const ids = new Map(Array.from(code.matchAll(/\b(import_\w+)=require\("([^"]+)"\)/g), ([, name, id]) => [name, id]))
  return code.replace(/\b(import_\w+)(=require\("[^"]+"\))?/g, (word, name, declared) => {
    const id = ids.get(name)
    if (id === undefined) return word
    return declared ? `${name}$made,${name}=()=>${name}$made??=require("${id}")` : `(${name}())`
  })
}

/** Escapes the non-ASCII characters that esbuild leaves in regular expressions. V8 loads a one-byte program faster. */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
