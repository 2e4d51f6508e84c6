/** Chunks of a program: functions of CommonJS in one script, made of the modules that esbuild has split. */
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { transform } from 'esbuild'
import { assetPath } from '../program/package.ts'

/** Bodies of functions by their names, by which they import each other: `chunk-ABCDEFGH.js`. */
export type Chunks = ReadonlyMap<string, string>

/** The expression in a file of this folder, without its comment. */
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

/** A script that evaluates to a function, which returns chunks by their names. */
export function chunkScript(chunks: Chunks, names: readonly string[]): string {
  const members = names.map((name) => `${JSON.stringify(name)}:function(exports,require,module){${chunks.get(name)}}`)
  return `((__export,__toCommonJS,__toESM,_programUrl)=>{"use strict";return{${members.join(',\n')}}})`
}

const nameOfChunk = (path: string) => relative(assetPath('.'), path).replaceAll(sep, '/')

/** A chunk as the body of a function with the parameters `exports`, `require` and `module`. */
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
  // The functions at the start, with which esbuild makes exports, are the same in all chunks: the loader has them. The
  // expression at the end, which never runs, lists exports for Node.js.
  const own = named.replace(/^var __.*?(?=var stdin_exports=)/s, '').replace(/0&&\(module\.exports=\{[^}]*\}\);\n$/, '')
  return inAscii(
    withLateImports(
      own.replace('import_late=require("late")', 'import_late=0').replace(/\bimport_late\.(\w+)/g, '$1$()'),
    ),
  )
}

/**
 * Makes each regular expression of a module when it is first used. V8 reads it when it is made, and tables of Unicode for classes
 * of letters; a command uses few. The uses become those of an import, which esbuild writes as `import_late.NAME`.
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

/** Loads each module when one of its exports is first used: most commands use a part of the modules that theirs import. */
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
