/** All checks that a bundle on this machine can be put to. */
import { readFile, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { bundleId } from '../corpus/bundle-schema.ts'
import { LegalTextError } from '../errors.ts'
import { hashFile } from './fingerprint.ts'
import { readChecksum, verifySignature } from './signature.ts'
import { systemReason } from './system-error.ts'
import { type VerifiedBundle, type VerifyOptions, verifyBundle } from './verify-bundle.ts'

export interface CheckOptions extends VerifyOptions {
  /** The file with the signature; `<file>.sig` where not given. One that is named must be there. */
  signature?: string | undefined
  /** Key that must have signed the bundle. */
  publicKey?: string | undefined
  /** Whether a signature must be there. */
  signed?: boolean | undefined
}

export interface BundleCheck {
  /** `digest`: the content, byte for byte; `database`: what SQLite finds; `checksum`, `signature`: the files beside it. */
  check: 'digest' | 'database' | 'checksum' | 'signature'
  result: 'passed' | 'failed' | 'skipped'
  detail: string
}

export interface BundleCheckReport {
  file: string
  /** Whether no check has failed. */
  valid: boolean
  /** `null` where the digest does not fit. */
  bundle_id: string | null
  digest: string | null
  sha256: string
  bytes: number
  checks: BundleCheck[]
}

/**
 * Checks a bundle. What is wrong with it is in the report.
 * @throws LegalTextError `not_ready` where it cannot be read at all; `invalid_input` where the public key is of no use
 */
export async function checkBundle(file: string, options: CheckOptions = {}): Promise<BundleCheckReport> {
  const sha256 = await hashFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new LegalTextError('not_ready', `cannot open ${file}: ${systemReason(error)}`, {}, { cause: error })
  })
  let verified: VerifiedBundle | undefined
  const checks = [
    await attempt('digest', async () => {
      verified = await verifyBundle(file, options)
      return ['passed', `the content has the digest ${verified.digest}`]
    }),
    await attempt('database', async () => {
      if (verified === undefined) return ['skipped', 'not opened, since the digest does not fit']
      return checkDatabase(file)
    }),
    await attempt('checksum', () => checkChecksum(`${file}.sha256`, sha256)),
    await attempt('signature', () => checkSignature(file, sha256, options)),
  ]
  return {
    file,
    valid: checks.every(({ result }) => result !== 'failed'),
    bundle_id: verified === undefined ? null : bundleId(verified.digest),
    digest: verified?.digest ?? null,
    sha256,
    bytes: (await stat(file)).size,
    checks,
  }
}

type Outcome = [result: BundleCheck['result'], detail: string]

/** What is wrong with the bundle becomes the outcome of the check; what is wrong with the call is thrown. */
async function attempt(check: BundleCheck['check'], run: () => Promise<Outcome>): Promise<BundleCheck> {
  try {
    const [result, detail] = await run()
    return { check, result, detail }
  } catch (error) {
    if (!(error instanceof LegalTextError) || error.kind !== 'not_ready') throw error
    return { check, result: 'failed', detail: error.message }
  }
}

async function checkDatabase(file: string): Promise<Outcome> {
  const location = pathToFileURL(file)
  location.search = 'immutable=1'
  const database = new DatabaseSync(location, { readOnly: true })
  try {
    const rows = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[]
    const faults = rows.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok')
    if (faults.length === 0) return ['passed', 'SQLite finds no fault']
    return ['failed', `SQLite finds ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}: ${faults[0]}`]
  } finally {
    database.close()
  }
}

async function checkChecksum(checksumFile: string, sha256: string): Promise<Outcome> {
  const text = await readBeside(checksumFile)
  if (text === undefined) return ['skipped', `there is no ${checksumFile}`]
  const expected = readChecksum(text)
  if (expected === sha256) return ['passed', `the SHA-256 is that of ${checksumFile}`]
  return ['failed', `the SHA-256 is ${sha256}, that in ${checksumFile} is ${expected}`]
}

async function checkSignature(file: string, sha256: string, options: CheckOptions): Promise<Outcome> {
  const { signature = `${file}.sig`, publicKey, signed = options.signature !== undefined } = options
  const text = await readBeside(signature)
  if (text === undefined) return [signed ? 'failed' : 'skipped', `there is no ${signature}`]
  if (publicKey !== undefined) {
    verifySignature(sha256, text, publicKey)
    return ['passed', `${signature} was made of this file with the key`]
  }
  const advice = 'there is no key to check it with: --public-key or DATASET_PUBLIC_KEY gives one'
  return [signed ? 'failed' : 'skipped', advice]
}

/** A file that may be missing. @throws LegalTextError `not_ready` where it is there and cannot be read */
async function readBeside(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new LegalTextError('not_ready', `cannot read ${path}: ${systemReason(error)}`, {}, { cause: error })
  }
}
