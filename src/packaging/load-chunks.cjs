/**
 * Loads chunks of the program: functions of CommonJS that run when they are first imported.
 * @param find returns the chunk of a name, or undefined; the functions after the name are for the chunk
 * @param outside imports what is not a chunk
 * @returns a function that imports by name
 */
;(find, outside) => {
  const loaded = new Map()

  // The three functions that esbuild calls `__export`, `__toCommonJS` and `__toESM`.
  const exportLazily = (target, exported) => {
    for (const name in exported) Object.defineProperty(target, name, { get: exported[name], enumerable: true })
  }
  const markModule = (module) => Object.defineProperty(module, '__esModule', { value: true })
  const importModule = (module, isNodeMode) => {
    if (module?.__esModule && !isNodeMode) return module
    return Object.defineProperty(Object.create(module ?? null), 'default', { value: module, enumerable: true })
  }

  const require = (name) => {
    const known = loaded.get(name)
    if (known !== undefined) return known.exports
    const chunk = find(name, exportLazily, markModule, importModule)
    const module = { exports: chunk === undefined ? outside(name) : {} }
    if (module.exports === undefined) throw new Error(`Cannot find module '${name}'`)
    loaded.set(name, module)
    chunk?.(module.exports, require, module)
    return module.exports
  }
  return require
}
