/** The compiler and the editor for programs that use the library. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { getLibFiles, libFolderInMemoryPath, ts } from '@ts-morph/common'
import { packageRoot } from '../../src/program/package.ts'

/** The compiled files: a program in TypeScript, or in JavaScript. */
const programIn = (extension: string) => join(packageRoot, 'test', 'packaging', `program.${extension}`)

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  noEmit: true,
  allowJs: true,
  checkJs: true,
  maxNodeModuleJsDepth: 0,
  allowImportingTsExtensions: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  types: ['node'],
}

let program = programIn('mts')
let text = ''
let version = 0
const { directoryExists, getDirectories, realpath } = ts.sys
const libFiles = new Map(getLibFiles().map(({ fileName, text }) => [`${libFolderInMemoryPath}/${fileName}`, text]))
const readFile = (file: string) => (file === program ? text : (libFiles.get(file) ?? ts.sys.readFile(file)))
const service = ts.createLanguageService({
  directoryExists,
  fileExists: (file) => file === program || libFiles.has(file) || ts.sys.fileExists(file),
  getDirectories,
  readFile,
  ...(realpath && { realpath }),
  getCompilationSettings: () => OPTIONS,
  getCurrentDirectory: () => packageRoot,
  getDefaultLibFileName: (options) => `${libFolderInMemoryPath}/${ts.getDefaultLibFileName(options)}`,
  getScriptFileNames: () => [program],
  getScriptVersion: (file) => (file === program ? String(version) : '1'),
  getScriptSnapshot(file) {
    const content = readFile(file)
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
  },
})

/**
 * Sets the program.
 * @param extension `mts`, or `mjs` for JavaScript, whose types are checked, too
 * @returns the compiler's diagnostics
 */
export function compile(content: string, extension: 'mts' | 'mjs' = 'mts'): string[] {
  program = programIn(extension)
  text = content
  version++
  const diagnostics = [...service.getSyntacticDiagnostics(program), ...service.getSemanticDiagnostics(program)]
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** The doc comment that an editor shows for the name at the end of a piece of the program. */
export function hover(piece: string) {
  const start = text.indexOf(piece)
  assert(start >= 0, piece)
  const info = service.getQuickInfoAtPosition(program, start + piece.length - 1)
  return {
    type: ts.displayPartsToString(info?.displayParts),
    comment: ts.displayPartsToString(info?.documentation),
  }
}
