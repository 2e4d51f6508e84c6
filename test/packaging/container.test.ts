import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { GRACE } from '../../src/http/graceful-stop.ts'
import { packageRoot } from '../../src/program/package.ts'

const read = (name: string) => readFileSync(join(packageRoot, name), 'utf8')

/** Files and folders of the repository in the build context of the container. */
const context = read('.dockerignore').split('\n')

interface Instruction {
  name: string
  rest: string
}

interface Stage {
  base: string
  name: string | undefined
  instructions: Instruction[]
}

/** The stages of a Dockerfile, without the lines before the first. */
function parseStages(text: string): Stage[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name, rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') {
      const [base = '', , stage] = rest.split(' ')
      stages.push({ base, name: stage, instructions: [] })
    } else if (name !== undefined) {
      stages.at(-1)?.instructions.push({ name, rest: rest.trim() })
    }
  }
  return stages
}

const stages = parseStages(read('Dockerfile'))
const final = stages.at(-1) as Stage
const all = (name: string, stage = final) =>
  stage.instructions.filter((each) => each.name === name).map(({ rest }) => rest)
const only = (name: string) => {
  const [rest, ...others] = all(name)
  assert(rest !== undefined && others.length === 0, `one ${name}`)
  return rest
}

describe('the image', () => {
  test('runs as a user that is not root, which it is told by number', () => {
    assert.match(only('USER'), /^[1-9]\d*:[1-9]\d*$/)
  })

  test('has no npm, and nothing of the development dependencies or the sources', () => {
    assert.match(final.base, /^debian:.*-slim$/)
    for (const command of all('RUN')) assert.doesNotMatch(command, /\b(npm|npx|apt|apt-get|curl|wget)\b/)
    const copied = all('COPY').flatMap((rest) => rest.split(' ').slice(0, -1))
    for (const source of copied) assert.doesNotMatch(source, /^(\.|src|package-lock\.json|\/app)$/)
    const modules = all('COPY').filter((rest) => rest.includes('node_modules'))
    assert.deepEqual(modules, ['--from=dependencies /app/node_modules node_modules'])
    const dependencies = stages.find(({ name }) => name === 'dependencies')
    assert.match(all('RUN', dependencies).join(), /^npm ci --omit=dev --ignore-scripts\b[^,]*$/)
  })

  test('installs what the lock file says before the sources come, and without install scripts', () => {
    for (const { instructions } of stages.slice(0, -1)) {
      const order = instructions.map(({ name, rest }) => `${name} ${rest}`)
      const installing = order.findIndex((line) => /\bnpm\b/.test(line))
      if (installing !== -1) assert.match(order[installing] ?? '', /^RUN npm ci .*--ignore-scripts/)
      const sources = order.findIndex((line) => line.startsWith('COPY src'))
      if (sources !== -1) assert(installing < sources)
    }
  })

  test('is built on the Node.js that the tests run on', () => {
    const { devDependencies } = JSON.parse(read('package.json'))
    assert.equal(/^ARG NODE=(\d+)$/m.exec(read('Dockerfile'))?.[1], /\d+/.exec(devDependencies.node)?.[0])
  })

  test('is made of files that are in the repository, and that the build is given', () => {
    const copies = stages.flatMap((stage) => all('COPY', stage)).filter((rest) => !rest.startsWith('--from='))
    const sources = [...new Set(copies.flatMap((rest) => rest.split(' ').slice(0, -1)))]
    for (const source of sources) {
      assert.notEqual(
        execFileSync('git', ['ls-files', '--', source], { cwd: packageRoot, encoding: 'utf8' }),
        '',
        source,
      )
      assert(context.includes(`!${source}`), source)
    }
    const allowed = context.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    assert.deepEqual(allowed.sort(), sources.sort(), 'the build is given nothing else')
    assert(context.includes('*'))
    const built = stages.map(({ name }) => name)
    for (const [, from] of all('COPY')
      .join('\n')
      .matchAll(/--from=(\S+)/g))
      assert(built.includes(from), from)
  })

  test('asks the server itself whether it is healthy, with the Node.js that is there', async () => {
    const [program, ...args] = JSON.parse(/ CMD (\[.*\])$/.exec(only('HEALTHCHECK'))?.[1] ?? '')
    assert.equal(program, 'node')
    let status = 200
    const server = createServer(({ url }, response) => response.writeHead(url === '/health' ? status : 404).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const env = { ...process.env, PORT: String((server.address() as AddressInfo).port) }
    const exitCode = async () => (await once(spawn(process.execPath, args, { env }), 'exit'))[0]
    assert.equal(await exitCode(), 0)
    status = 503
    assert.equal(await exitCode(), 1)
    server.close()
    await once(server, 'close')
    assert.equal(await exitCode(), 1)
  })

  test('ends with the signal that lets requests finish, which reaches Node.js itself', () => {
    assert.equal(only('STOPSIGNAL'), 'SIGTERM')
    assert.deepEqual(JSON.parse(only('ENTRYPOINT')), ['node', '/app/bin/run.js'])
    assert.deepEqual(JSON.parse(only('CMD')), ['http'])
    assert.equal(only('EXPOSE'), /PORT=(\d+)/.exec(all('ENV').join(' '))?.[1])
    assert.match(all('ENV').join(' '), /NODE_ENV=production/)
  })
})

describe('the compose file', () => {
  const compose = read('compose.yaml')
  const setting = (key: string) => new RegExp(`^    ${key}: (.*)$`, 'm').exec(compose)?.[1]
  const list = (key: string) =>
    [...(new RegExp(`^    ${key}:\\n((?:      - .*\\n)+)`, 'm').exec(compose)?.[1] ?? '').matchAll(/- (.*)/g)].map(
      ([, item]) => item,
    )

  test('runs the image with a root file system that is read-only, and no rights', () => {
    assert.equal(setting('read_only'), 'true')
    assert.deepEqual(list('cap_drop'), ['ALL'])
    assert.deepEqual(list('security_opt'), ['no-new-privileges:true'])
    assert.equal(setting('privileged'), undefined)
    assert.match(setting('mem_limit') ?? '', /^\d+m$/)
    assert.match(list('tmpfs').join(), /^\/tmp:/)
    assert.doesNotMatch(compose, /disable: true/)
  })

  test('keeps the cache in a volume, where the image has its folder', () => {
    assert.deepEqual(list('volumes'), ['cache:/var/cache/legal-text'])
    assert.match(all('RUN').join(), /\/var\/cache\/legal-text$/)
    assert.match(all('ENV').join(' '), /XDG_CACHE_HOME=\/var\/cache(?: |$)/)
  })

  test('offers the port of the image on this machine only', () => {
    assert.deepEqual(list('ports'), [`"127.0.0.1:${only('EXPOSE')}:${only('EXPOSE')}"`])
  })

  test('waits longer for the end than the server does for requests', () => {
    assert(Number.parseInt(setting('stop_grace_period') ?? '', 10) * 1000 > GRACE)
  })
})
