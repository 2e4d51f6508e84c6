/**
 * Loads the chunks of the executable. A group of them is one script with its compiled code.
 * @param groupOf the group of each chunk
 * @param onScript called with the script of each group
 * @returns a function that imports a chunk by its name
 */
;(groupOf, onScript) => {
  const { getRawAsset } = process.getBuiltinModule('node:sea')
  const { Script } = process.getBuiltinModule('node:vm')
  const groups = new Map()
  const loaded = new Map()

  const chunksOf = (group) => {
    const filename = `${process.execPath}/${group}`
    // The code has ASCII characters alone, and makes a string of one byte for each.
    const code = Buffer.from(getRawAsset(`code/${group}`)).toString('latin1')
    const script = new Script(code, { filename, cachedData: new Uint8Array(getRawAsset(`compiled/${group}`)) })
    onScript?.(group, script)
    return script.runInThisContext()(exportLazily, markModule, importModule)
  }

  const require = (name) => {
    const known = loaded.get(name)
    if (known !== undefined) return known.exports
    const group = groupOf[name]
    if (group === undefined) return builtin(name)
    if (!groups.has(group)) groups.set(group, chunksOf(group))
    const module = { exports: {} }
    loaded.set(name, module)
    groups.get(group)[name](module.exports, require, module)
    return module.exports
  }

  const builtin = (name) => {
    const module = process.getBuiltinModule(name)
    if (module === undefined) throw new Error(`Cannot find module '${name}'`)
    loaded.set(name, { exports: module })
    return module
  }

  // The three functions that esbuild calls `__export`, `__toCommonJS` and `__toESM`.
  const exportLazily = (target, exported) => {
    for (const name in exported) Object.defineProperty(target, name, { get: exported[name], enumerable: true })
  }
  const markModule = (module) => Object.defineProperty(module, '__esModule', { value: true })
  const importModule = (module, isNodeMode) => {
    if (module?.__esModule && !isNodeMode) return module
    return Object.defineProperty(Object.create(module ?? null), 'default', { value: module, enumerable: true })
  }
  return require
}
