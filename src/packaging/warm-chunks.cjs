/**
 * Runs command lines on the code of the executable, in the Node.js that becomes part of it. The first argument is a file
 * with an {@link WarmingOrder} of `executable.ts`; the answer goes to its `out`.
 */
const { readFileSync, writeFileSync } = require('node:fs')
const { Script } = require('node:vm')

const { assets, groupOf, lines, out } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const embedded = {
  getAsset: (name) => readFileSync(assets[name], 'utf8'),
  // Without compiled code yet: an empty cache is refused.
  getRawAsset: (name) => Uint8Array.from(name in assets ? readFileSync(assets[name]) : []).buffer,
}
const { getBuiltinModule } = process
process.getBuiltinModule = (name) => (name === 'node:sea' ? embedded : getBuiltinModule.call(process, name))

async function main() {
  const scripts = new Map()
  const [load, embeddedChunks] = ['loader', 'finder'].map((name) =>
    new Script(readFileSync(assets[`code/${name}`], 'utf8')).runInThisContext(),
  )
  const used = []
  const names = new Proxy(groupOf, {
    get(target, name) {
      used.push(name)
      return target[name]
    },
  })
  const find = embeddedChunks(names, (group, script) => scripts.set(group, script))
  const { run } = load(find, getBuiltinModule)('executable.js')
  for (const line of lines) await run(line)
  for (const group of new Set(Object.values(groupOf))) {
    if (scripts.has(group)) continue
    const script = new Script(readFileSync(assets[`code/${group}`], 'latin1'))
    script.runInThisContext()()
    scripts.set(group, script)
  }
  const compiled = [...scripts].map(([group, script]) => [group, script.createCachedData().toString('base64')])
  writeFileSync(out, JSON.stringify({ used, compiled: Object.fromEntries(compiled) }))
}

main()
