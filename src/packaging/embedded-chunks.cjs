/**
 * Finds the chunks of the executable. A group of them is one script with its compiled code.
 * @param groupOf the group of each chunk
 * @param onScript called with the script of each group
 */
;(groupOf, onScript) => {
  const { getRawAsset } = process.getBuiltinModule('node:sea')
  const { Script } = process.getBuiltinModule('node:vm')
  const groups = new Map()

  const chunksOf = (group, functions) => {
    const filename = `${process.execPath}/${group}`
    // The code has ASCII characters alone, and makes a string of one byte for each.
    const code = Buffer.from(getRawAsset(`code/${group}`)).toString('latin1')
    const script = new Script(code, { filename, cachedData: new Uint8Array(getRawAsset(`compiled/${group}`)) })
    onScript?.(group, script)
    return script.runInThisContext()(...functions)
  }

  return (name, ...functions) => {
    const group = groupOf[name]
    if (group === undefined) return undefined
    if (!groups.has(group)) groups.set(group, chunksOf(group, functions))
    return groups.get(group)[name]
  }
}
