#!/usr/bin/env node
// No import statements here: a Node that is too old must get far enough to be told so.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`legal-text needs Node.js 22.15 or newer; this is ${process.version} (${process.execPath}).`)
  process.exit(1)
}

process.getBuiltinModule('node:module').enableCompileCache()

// node:sqlite is experimental in some of these versions, and used knowingly: users need not be told at every call.
const emitWarning = process.emitWarning
process.emitWarning = (warning, ...rest) => {
  if (rest[0] === 'ExperimentalWarning' && /sqlite/i.test(String(warning))) return
  emitWarning.call(process, warning, ...rest)
}

import('../dist/cli.js').then(({ main }) => main(process.argv.slice(2)))
