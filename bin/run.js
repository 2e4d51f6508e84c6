#!/usr/bin/env node
// Nothing here that an old Node.js could not read: it must get far enough to be told that it is too old.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`legal-text needs Node.js 22.15 or newer; this is ${process.version} (${process.execPath}).`)
  process.exit(1)
}

require('../dist/compile-cache.cjs')
require('../dist/cli.cjs').main(process.argv.slice(2))
