import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { signFile, writeKeys } from '../../src/dataset/sign-file.ts'
import { generateKeys, readChecksum, signChecksum, verifySignature } from '../../src/dataset/signature.ts'
import { type ErrorKind, LegalTextError } from '../../src/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
const path = (name: string) => join(folder, name)

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
    refused(check(path('nowhere.pub')), 'invalid_input', /nowhere\.pub: there is no such file; expected is a file, PEM/)
    refused(check(path('text.pub')), 'invalid_input', /neither base64 nor PEM/)
    refused(check(path('short.pub')), 'invalid_input', /has 31 bytes.*has 32/)
    refused(check(Buffer.alloc(33).toString('base64')), 'invalid_input', /has 33 bytes.*has 32/)
    refused(check(keys.privateKey), 'invalid_input', /is a private one/)
    refused(check(rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()), 'invalid_input', /one of rsa/)
    refused(check('-----BEGIN PUBLIC KEY-----\nxx\n-----END PUBLIC KEY-----'), 'invalid_input', /damaged/)
    const rsaKey = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    refused(() => signChecksum(SHA256, rsaKey), 'invalid_input', /one of rsa/)
    refused(() => signChecksum(SHA256, path('text.pub')), 'invalid_input', /expected is PEM/)
    refused(() => signChecksum(SHA256, path('nowhere.key')), 'invalid_input', /nowhere\.key: there is no such file$/)
  })
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
      refused(() => readChecksum(text), 'not_ready', /is no SHA-256/)
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

  test('go together', async () => {
    const { private_key_file, public_key_file } = await writeKeys(path('signer'))
    writeFileSync(path('data.zst'), 'data')
    const report = await signFile(path('data.zst'), private_key_file)
    assert.equal(readChecksum(readFileSync(report.checksum_file, 'utf8')), report.sha256)
    assert.match(readFileSync(report.checksum_file, 'utf8'), /^[0-9a-f]{64} {2}data\.zst\n$/)
    verifySignature(report.sha256, readFileSync(report.signature_file, 'utf8'), public_key_file)
    await signFile(path('data.zst'), private_key_file)
    await assert.rejects(signFile(path('nothing.zst'), private_key_file), /no such file/)
    await assert.rejects(signFile(path('data.zst'), public_key_file), /expected is PEM/)
    writeFileSync(path('bad.sqlite'), 'data')
    await assert.rejects(signFile(path('bad.sqlite'), private_key_file), /not a bundle/)
    assert(!existsSync(path('bad.sqlite.sig')))
    assert(!readdirSync(folder).some((name) => name.endsWith('.tmp')))
  })
})
