/**
 * Checksums and signatures of files. The signed message (ed25519, RFC 8032) is the line `legal-text bundle sha256:<hex>` with a
 * line feed; <hex> is the SHA-256 of the file. ed25519 needs its whole message in memory, hence the hash; the prefix prevents the
 * signature of another kind of file from passing for that of a bundle.
 */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { writeFilesAtomic } from '../files/write-atomic.ts'
import { say } from '../i18n/texts.ts'
import { systemReason } from '../program/system-error.ts'
import { LegalTextError } from '../util/errors.ts'
import { redactUrl } from './dataset-name.ts'
import { hashFile } from './fingerprint.ts'
import type { SourceSettings } from './options.ts'
import { verifyBundle } from './verify-bundle.ts'

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

/** DER prefix of an ed25519 public key, before its 32 bytes (RFC 8410, section 4). */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

export interface Keys {
  /** PEM text, PKCS #8. */
  privateKey: string
  /** Base64 of the 32 bytes. */
  publicKey: string
}

/** Generates a key pair. */
export function generateKeys(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(DER_PREFIX.length).toString('base64'),
  }
}

/**
 * Signs a file by its checksum.
 * @param sha256 of the file, hex digits @param privateKey PEM text, or the path of a PEM file
 * @returns base64 of the 64 bytes of the signature
 * @throws LegalTextError `invalid_input` if the key is not valid
 */
export function signChecksum(sha256: string, privateKey: string): string {
  return sign(null, message(sha256), readPrivateKey(privateKey)).toString('base64')
}

/**
 * Checks the signature of a file by its checksum.
 * @param sha256 of the file, hex digits @param signature content of the `.sig` file: base64 of 64 bytes
 * @param publicKey base64 of the 32 bytes, PEM text, or the path of a file with either
 * @throws LegalTextError `not_ready` if it is not a signature of this file with this key; `invalid_input` if the key is
 *   not valid
 */
export function verifySignature(sha256: string, signature: string, publicKey: string): void {
  const key = readPublicKey(publicKey)
  const bytes = fromBase64(signature.trim())
  if (bytes === undefined) throw notReady('the signature is not base64')
  if (bytes.length !== SIGNATURE_BYTES) {
    throw notReady(say`the signature has ${bytes.length} bytes; an ed25519 signature has ${SIGNATURE_BYTES}`)
  }
  if (verify(null, message(sha256), key, bytes)) return
  throw notReady('the signature does not fit: the file was changed after it was signed, or was signed with another key')
}

/**
 * Parses a checksum file in the format of `sha256sum` (`<hex>  name`, also with `*` for binary), of BSD (`SHA256 (name) =
 * <hex>`), or with digits only, optionally after `sha256:`.
 * @returns the SHA-256, 64 hex digits
 * @throws LegalTextError `not_ready` if it has no SHA-256, or several
 */
export function readChecksum(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const digests = lines.map((line) => LINE.exec(line.trim())?.slice(1).find(Boolean)?.toLowerCase())
  const [digest, ...others] = new Set(digests)
  if (digest === undefined)
    throw notReady('the checksum is not a SHA-256: expected 64 hex digits, as sha256sum writes them')
  if (others.length > 0) throw notReady('the checksum file has several different ones: expected that of one file')
  return digest
}

const LINE = /^(?:\\?(?:sha256:)?([0-9a-f]{64})(?:[ \t]+\*?\S.*)?|SHA256 \(.*\) = ([0-9a-f]{64}))$/i

const message = (sha256: string) => Buffer.from(`legal-text bundle sha256:${sha256.toLowerCase()}\n`)

/** Returns a public key in any form as base64 of its 32 bytes. @throws LegalTextError `invalid_input` */
export function publicKeyText(publicKey: string): string {
  const der = readPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return der.subarray(DER_PREFIX.length).toString('base64')
}

/** @throws LegalTextError `invalid_input` */
function readPrivateKey(given: string): KeyObject {
  const text = isPem(given) ? given : readKeyFile(given, 'private')
  const key = parsePem(text, createPrivateKey)
  if (key === undefined) throw invalid(say`the private key cannot be read: expected PEM text without a password`)
  return assertEd25519(key, 'private')
}

/** @throws LegalTextError `invalid_input` */
function readPublicKey(given: string): KeyObject {
  const text = given.trim()
  // Base64 of 32 bytes is taken for a key, although it could be a file name.
  const isKey = isPem(text) || fromBase64(text)?.length === KEY_BYTES
  return parsePublicKey(isKey ? text : readKeyFile(text, 'public').trim())
}

function parsePublicKey(text: string): KeyObject {
  if (/PRIVATE KEY/.test(text)) throw invalid(say`the public key is a private key, which nobody else should have`)
  if (isPem(text)) {
    const key = parsePem(text, createPublicKey)
    if (key === undefined) throw invalid(say`the public key cannot be read: its PEM text is damaged`)
    return assertEd25519(key, 'public')
  }
  const bytes = fromBase64(text)
  if (bytes === undefined) throw invalid(say`the public key is neither base64 nor PEM text`)
  if (bytes.length !== KEY_BYTES) {
    throw invalid(say`the public key has ${bytes.length} bytes; an ed25519 key has ${KEY_BYTES}`)
  }
  return createPublicKey({ key: Buffer.concat([DER_PREFIX, bytes]), type: 'spki', format: 'der' })
}

function parsePem(text: string, parse: (text: string) => KeyObject): KeyObject | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

function assertEd25519(key: KeyObject, kind: string): KeyObject {
  if (key.asymmetricKeyType === 'ed25519') return key
  throw invalid(say`the ${kind} key is a key of ${key.asymmetricKeyType}; expected ed25519`)
}

/** Reads a key file. If it is missing, the error lists the possible forms of a key. */
function readKeyFile(path: string, kind: 'private' | 'public'): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const bytes = fromBase64(path)?.length
    if (kind === 'public' && bytes !== undefined && bytes > 16) {
      throw invalid(say`the public key has ${bytes} bytes; an ed25519 key has ${KEY_BYTES}`)
    }
    const forms = kind === 'public' ? say`; expected a file, PEM text, or base64 of 32 bytes` : ''
    throw invalid(say`cannot read the ${kind} key${isPath(path) ? say` ${path}` : ''}: ${systemReason(error)}${forms}`)
  }
}

/** True if a text is certainly a path. Any other text could be a private key, which must not be shown. */
function isPath(text: string): boolean {
  return existsSync(text) || (/[./\\]/.test(text) && !/[\w+/=-]{40}|\n/.test(text))
}

const isPem = (text: string) => text.includes('-----BEGIN ')

/** Decodes base64; `undefined` if the text is not base64. */
function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return text !== '' && bytes.toString('base64') === text ? bytes : undefined
}

const invalid = (text: string) => new LegalTextError('invalid_input', text)
const notReady = (text: string) => new LegalTextError('not_ready', text)

/** Checksum and signature verified when a file was downloaded. */
interface Checked {
  /** Hex digits. */
  sha256?: string | undefined
  /** Base64 of the public key. */
  signed_by?: string | undefined
}

/**
 * Returns why a file downloaded earlier does not meet the present settings; `undefined` if it does.
 * @throws LegalTextError `invalid_input` if the public key is not valid
 */
export function trustFault(
  { sha256, signed_by }: Checked,
  { datasetSha256, datasetPublicKey }: Pick<SourceSettings, 'datasetSha256' | 'datasetPublicKey'>,
): string | undefined {
  if (datasetPublicKey !== undefined && signed_by !== publicKeyText(datasetPublicKey)) {
    return say`it is not known to be signed with DATASET_PUBLIC_KEY`
  }
  if (datasetSha256 !== undefined && sha256 !== datasetSha256) {
    return say`it was not made of the file that DATASET_SHA256 names`
  }
  return undefined
}

export interface SignReport {
  file: string
  sha256: string
  checksum_file: string
  signature_file: string
}

/**
 * Writes the checksum of a file to `<file>.sha256` and its signature to `<file>.sig`. A bundle is verified first.
 * @param key path of the private key
 * @throws LegalTextError `invalid_input` if the file or key is not valid; `not_ready` if the bundle is damaged
 */
export async function signFile(file: string, key: string): Promise<SignReport> {
  if (file.endsWith('.sqlite')) await verifyBundle(file)
  const sha256 = await hashFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new LegalTextError(
      'invalid_input',
      say`cannot sign ${redactUrl(file)}: ${systemReason(error)}`,
      {},
      { cause: error },
    )
  })
  const signature = signChecksum(sha256, key)
  const report = { file, sha256, checksum_file: `${file}.sha256`, signature_file: `${file}.sig` }
  await writeFilesAtomic(
    [
      { path: report.checksum_file, text: `${sha256}  ${basename(file)}\n` },
      { path: report.signature_file, text: `${signature}\n` },
    ],
    true,
  )
  return report
}

export interface KeyReport {
  private_key_file: string
  public_key_file: string
  public_key: string
}

/**
 * Writes a new key pair to `<name>.key`, readable only by its owner, and `<name>.pub`.
 * @throws LegalTextError `invalid_input` if either exists or cannot be written
 */
export async function writeKeys(name: string): Promise<KeyReport> {
  const { privateKey, publicKey } = generateKeys()
  const report = { private_key_file: `${name}.key`, public_key_file: `${name}.pub`, public_key: publicKey }
  await writeFilesAtomic(
    [
      { path: report.private_key_file, text: privateKey, mode: 0o600 },
      { path: report.public_key_file, text: `${publicKey}\n` },
    ],
    false,
  )
  return report
}
