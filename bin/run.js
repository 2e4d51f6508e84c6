#!/usr/bin/env node
// Nothing here that an old Node.js could not read: it must get far enough to be told that it is too old.
// biome-ignore lint/style/useNodejsImportProtocol: old versions do not know `node:`
const { existsSync } = require('fs')

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 15)) {
  const isClone = existsSync(`${__dirname}/../src/cli.ts`)
  console.error(`legal-text needs Node.js 22.15 or newer; this is ${process.version} (${process.execPath}).
${
  isClone
    ? 'In a clone, "npm ci" gets one, and npm runs legal-text on it: npm run -s legal-text -- help'
    : 'Install a newer Node.js (https://nodejs.org), and put it first in your PATH.'
}`)
  process.exit(1)
}
if (!existsSync(`${__dirname}/../dist/cli.cjs`)) {
  console.error('legal-text is not built yet; run: npm ci && npm run build')
  process.exit(1)
}

require('../dist/cli.cjs').main(process.argv.slice(2))
