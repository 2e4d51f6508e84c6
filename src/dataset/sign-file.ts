/** Signs files for publication, and generates keys. */

import { basename } from 'node:path'
import { writeFilesAtomic } from '../files/write-atomic.ts'
import { say } from '../i18n/texts.ts'
import { systemReason } from '../program/system-error.ts'
import { LegalTextError } from '../util/errors.ts'
import { redactUrl } from './dataset-name.ts'
import { hashFile } from './fingerprint.ts'
import { generateKeys, signChecksum } from './signature.ts'
import { verifyBundle } from './verify-bundle.ts'

export interface SignReport {
  file: string
  sha256: string
  checksum_file: string
  signature_file: string
}

/**
 * Writes the checksum of a file to `<file>.sha256` and its signature to `<file>.sig`. A bundle is verified first.
 * @param key the path of the private key
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
 * Writes a new pair of keys to `<name>.key`, readable by its owner only, and `<name>.pub`.
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
