import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import {
  generateKeys,
  readChecksum,
  signChecksum,
  signFile,
  verifySignature,
  writeKeys,
} from '../../src/dataset/signature.ts'
import { type ErrorKind, LegalTextError } from '../../src/util/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
const path = (name: string) => join(folder, name)

/** Makes a key pair in a separate process. */
const KEYGEN = `
  const { writeKeys } = await import(${JSON.stringify(new URL('../../src/dataset/signature.ts', import.meta.url).href)})
  await writeKeys(process.argv[1])
`

const SHA256 = '0123456789abcdef'.repeat(4)
const keys = generateKeys()
const signature = signChecksum(SHA256, keys.privateKey)

function refused(call: () => unknown, kind: ErrorKind, message: RegExp): void {
  assert.throws(
    call,
    (error) => error instanceof LegalTextError && error.kind === kind && message.test(error.message),
    String(message),
  )
}

describe('a signature', () => {
  test('fits the checksum and the key that it was made with, in every form of the key', () => {
    assert.equal(Buffer.from(signature, 'base64').length, 64)
    assert.equal(Buffer.from(keys.publicKey, 'base64').length, 32)
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(12).toString('base64')
    writeFileSync(path('pem.pub'), pem)
    writeFileSync(path('raw.pub'), `${raw}\n`)
    writeFileSync(path('private.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const signed = signChecksum(SHA256, path('private.key'))
    for (const key of [pem, raw, ` ${raw}\n`, path('pem.pub'), path('raw.pub')]) {
      verifySignature(SHA256, `${signed}\n`, key)
      verifySignature(SHA256.toUpperCase(), signed, key)
    }
  })

  test('is of a text that says what it is for', () => {
    const made = sign(null, Buffer.from(`legal-text bundle sha256:${SHA256}\n`), keys.privateKey).toString('base64')
    assert.equal(made, signature)
    const other = sign(null, Buffer.from(SHA256), keys.privateKey).toString('base64')
    refused(() => verifySignature(SHA256, other, keys.publicKey), 'not_ready', /does not fit/)
  })

  test('of another file, by another key, or of another form is refused', () => {
    const other = SHA256.replace('0', '1')
    refused(() => verifySignature(other, signature, keys.publicKey), 'not_ready', /does not fit/)
    refused(() => verifySignature(SHA256, signature, generateKeys().publicKey), 'not_ready', /does not fit/)
    refused(() => verifySignature(SHA256, '<html>', keys.publicKey), 'not_ready', /not base64/)
    refused(() => verifySignature(SHA256, '', keys.publicKey), 'not_ready', /not base64/)
    refused(() => verifySignature(SHA256, keys.publicKey, keys.publicKey), 'not_ready', /has 32 bytes.*has 64/)
  })
})

describe('a key that is of no use', () => {
  test('is told as what it is', () => {
    const check = (key: string) => () => verifySignature(SHA256, signature, key)
    const rsa = generateKeyPairSync('rsa', { modulusLength: 512 })
    writeFileSync(path('text.pub'), 'no key at all')
    writeFileSync(path('short.pub'), Buffer.alloc(31).toString('base64'))
    refused(check(path('nowhere.pub')), 'invalid_input', /nowhere\.pub: there is no such file; expected a file, PEM/)
    refused(check(path('text.pub')), 'invalid_input', /neither base64 nor PEM/)
    refused(check(path('short.pub')), 'invalid_input', /has 31 bytes.*has 32/)
    refused(check(Buffer.alloc(33).toString('base64')), 'invalid_input', /has 33 bytes.*has 32/)
    refused(check(keys.privateKey), 'invalid_input', /is a private key/)
    refused(check(rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()), 'invalid_input', /a key of rsa/)
    refused(check('-----BEGIN PUBLIC KEY-----\nxx\n-----END PUBLIC KEY-----'), 'invalid_input', /damaged/)
    const rsaKey = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    refused(() => signChecksum(SHA256, rsaKey), 'invalid_input', /a key of rsa/)
    refused(() => signChecksum(SHA256, path('text.pub')), 'invalid_input', /expected PEM/)
    refused(() => signChecksum(SHA256, path('nowhere.key')), 'invalid_input', /nowhere\.key: there is no such file$/)
  })
})

test('a key that is given in the place of a file is not shown', () => {
  const bare = keys.privateKey.replace(/-----.*-----|\n/g, '')
  const bytes = Buffer.from(bare, 'base64')
  const forms = [
    ...[bare, bare.slice(1), bare.slice(0, 20), ` ${bare}`, bytes.toString('hex'), bytes.toString('base64url')],
    ...[`/${'Ab/+'.repeat(15)}`, bytes.subarray(-32).toString('base64').slice(0, -1)],
    keys.privateKey.replace('BEGIN', 'BEGUN'),
  ]
  for (const given of forms) {
    for (const use of [() => signChecksum(SHA256, given), () => verifySignature(SHA256, signature, given)]) {
      assert.throws(
        use,
        (error) => error instanceof LegalTextError && !error.message.includes(given.trim().slice(0, 12)),
      )
    }
  }
  refused(() => signChecksum(SHA256, 'keys/publisher'), 'invalid_input', /the private key keys\/publisher: there is no/)
  refused(() => signChecksum(SHA256, 'publisher'), 'invalid_input', /the private key: there is no such file$/)
  refused(() => signChecksum(SHA256, folder), 'invalid_input', /the private key .*legal-text-test-.*: it is a folder$/)
})

describe('a checksum file', () => {
  test('is read in every usual form', () => {
    for (const text of [
      SHA256,
      `${SHA256}\n`,
      `${SHA256}  federal.sqlite\n`,
      `${SHA256} *federal.sqlite\r\n`,
      `\\${SHA256}  a\\nb\n`,
      `sha256:${SHA256}`,
      `SHA256 (federal.sqlite) = ${SHA256}\n`,
      SHA256.toUpperCase(),
      `\n${SHA256}\n${SHA256}\n`,
    ]) {
      assert.equal(readChecksum(text), SHA256, text)
    }
  })

  test('that is none is refused', () => {
    for (const text of [
      '',
      '\n',
      '<html></html>',
      SHA256.slice(1),
      `${SHA256}0`,
      `x ${SHA256}`,
      `${SHA256.slice(1)}g`,
    ]) {
      refused(() => readChecksum(text), 'not_ready', /is not a SHA-256/)
    }
    refused(() => readChecksum(`${SHA256}  a\n${'f'.repeat(64)}  b\n`), 'not_ready', /several different ones/)
  })
})

describe('keys and signed files', () => {
  test('are written whole, the private key for its owner only, and never over others', async () => {
    const report = await writeKeys(path('publisher'))
    assert.equal(readFileSync(report.public_key_file, 'utf8'), `${report.public_key}\n`)
    if (process.platform !== 'win32') assert.equal(statSync(report.private_key_file).mode & 0o777, 0o600)
    await assert.rejects(writeKeys(path('publisher')), /publisher\.key exists/)
    rmSync(report.private_key_file)
    await assert.rejects(writeKeys(path('publisher')), /publisher\.pub exists/)
    assert(!existsSync(report.private_key_file))
    writeFileSync(path('file'), '')
    await assert.rejects(writeKeys(path('file/key')), /cannot write .*key\.key: a file is where a folder should be/)
    assert(existsSync((await writeKeys(path('new/folder'))).private_key_file))
  })

  test('are of one pair, also where several are made at the same time', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        promisify(execFile)(process.execPath, [...process.execArgv, '--eval', KEYGEN, path('race')]),
      ),
    )
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const each of made)
      if (each.status === 'rejected') assert.match(String(each.reason.stderr), /exists; it is not replaced/)
    verifySignature(SHA256, signChecksum(SHA256, path('race.key')), path('race.pub'))
  })

  test('that are replaced stay as they were where one of them cannot be written', async () => {
    const { private_key_file } = await writeKeys(path('replacer'))
    const data = path('replaced.zst')
    writeFileSync(data, 'data')
    writeFileSync(`${data}.sha256`, 'the old one')
    mkdirSync(`${data}.sig`)
    await assert.rejects(signFile(data, private_key_file), { kind: 'invalid_input', message: /cannot write .*\.sig: / })
    assert.equal(readFileSync(`${data}.sha256`, 'utf8'), 'the old one')
    rmSync(`${data}.sha256`)
    await assert.rejects(signFile(data, private_key_file), { kind: 'invalid_input' })
    rmdirSync(`${data}.sig`)
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('replaced.')),
      ['replaced.zst'],
    )
    writeFileSync(`${data}.sha256.${process.pid}.tmp`, 'left by another process of the same number')
    await signFile(data, private_key_file)
    await signFile(data, private_key_file)
    assert.deepEqual(
      readdirSync(folder)
        .filter((name) => name.startsWith('replaced.'))
        .sort(),
      ['replaced.zst', 'replaced.zst.sha256', 'replaced.zst.sig'],
    )
  })

  test('go together', async () => {
    const { private_key_file, public_key_file } = await writeKeys(path('signer'))
    writeFileSync(path('data.zst'), 'data')
    const report = await signFile(path('data.zst'), private_key_file)
    assert.equal(readChecksum(readFileSync(report.checksum_file, 'utf8')), report.sha256)
    assert.match(readFileSync(report.checksum_file, 'utf8'), /^[0-9a-f]{64} {2}data\.zst\n$/)
    verifySignature(report.sha256, readFileSync(report.signature_file, 'utf8'), public_key_file)
    await signFile(path('data.zst'), private_key_file)
    await assert.rejects(signFile(path('nothing.zst'), private_key_file), /no such file/)
    await assert.rejects(signFile(path('data.zst'), public_key_file), /expected PEM/)
    writeFileSync(path('bad.sqlite'), 'data')
    await assert.rejects(signFile(path('bad.sqlite'), private_key_file), /not a bundle/)
    assert(!existsSync(path('bad.sqlite.sig')))
    assert(!readdirSync(folder).some((name) => name.endsWith('.tmp')))
  })
})
