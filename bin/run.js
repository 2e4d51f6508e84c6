#!/usr/bin/env node
// No import statements here: a Node that is too old must get far enough to be told so.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`legal-text needs Node.js 22.15 or newer; this is ${process.version} (${process.execPath}).`)
  process.exit(1)
}

process.getBuiltinModule('node:module').enableCompileCache()

import('../dist/cli.js').then(({ main }) => main(process.argv.slice(2)))
