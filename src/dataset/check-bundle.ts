/** Runs all checks of a bundle. */

import { readFile, rm, stat } from 'node:fs/promises'
import { detectForm, PACKED_BUNDLES, unpackTo } from '../archive/compressed.ts'
import { resaid, say } from '../i18n/texts.ts'
import type { SourceFinding } from '../model/corpus.ts'
import { systemReason } from '../program/system-error.ts'
import { bundleId, refuseBundle } from '../store/bundle-schema.ts'
import { openBundleDatabase } from '../store/sqlite/bundle-database.ts'
import { FINDINGS } from '../store/table-corpus.ts'
import { LegalTextError } from '../util/errors.ts'
import { renamePathInError } from './dataset-name.ts'
import { hashFile } from './fingerprint.ts'
import { readChecksum, verifySignature } from './signature.ts'
import { temporaryFile } from './temporary.ts'
import { readSchemaVersion, type VerifiedBundle, type VerifyOptions, verifyBundle } from './verify-bundle.ts'

export interface CheckOptions extends VerifyOptions {
  /** Cache folder, into which packed bundles are unpacked. */
  cache: string
  /** File with the signature, which must exist if named. Default: `<file>.sig`, if it exists. */
  signature?: string | undefined
  /** Key that must have signed the bundle. */
  publicKey?: string | undefined
  /** True if a signature is required. */
  signed?: boolean | undefined
}

export interface BundleCheck {
  /** `digest`: content, byte for byte; `database`: SQLite's integrity check; `checksum`, `signature`: the accompanying files. */
  check: 'digest' | 'database' | 'checksum' | 'signature'
  result: 'passed' | 'failed' | 'skipped'
  detail: string
}

export interface BundleCheckReport {
  file: string
  /** True if no check failed. */
  valid: boolean
  /** `null` if the digest is wrong. */
  bundle_id: string | null
  digest: string | null
  sha256: string
  bytes: number
  checks: BundleCheck[]
  /** Problems of the sources; they do not fail a check. */
  findings: SourceFinding[]
  findings_total: number
}

/**
 * Checks a bundle, and reports its faults. Checksum and signature of a packed bundle are those of the packed file.
 * @throws LegalTextError `not_ready` if it cannot be read at all, or is not a bundle; `invalid_input` if the public key is not
 *   valid
 */
export async function checkBundle(file: string, options: CheckOptions): Promise<BundleCheckReport> {
  const sha256 = await hashFile(file).catch((error: NodeJS.ErrnoException) => {
    return refuseBundle(file, systemReason(error), error)
  })
  const { content, checks, findings } = await checkContent(file, options)
  checks.push(
    await attempt('checksum', () => checkChecksum(`${file}.sha256`, sha256)),
    await attempt('signature', () => checkSignature(file, sha256, options)),
  )
  return {
    file,
    valid: checks.every(({ result }) => result !== 'failed'),
    bundle_id: content === undefined ? null : bundleId(content.digest),
    digest: content?.digest ?? null,
    sha256,
    bytes: (await stat(file)).size,
    checks,
    findings,
    findings_total: findings.length,
  }
}

interface CheckedContent {
  /** `undefined` if the digest is wrong. */
  content: VerifiedBundle | undefined
  checks: BundleCheck[]
  /** Empty if the digest is wrong. */
  findings: SourceFinding[]
}

/** Checks the content of a file, which may be packed. */
async function checkContent(file: string, options: CheckOptions): Promise<CheckedContent> {
  const compression = PACKED_BUNDLES[await detectForm(file).catch(refuseContent)]
  if (compression === undefined) return checkUnpacked(file, options)
  const unpacked = temporaryFile(options.cache, 'unpacked.sqlite')
  try {
    const unpacking = await attempt('digest', async () => {
      await unpackTo(file, compression, unpacked).catch(refuseContent)
      return ['passed', '']
    })
    if (unpacking.result === 'failed') return { content: undefined, checks: [unpacking, NOT_OPENED], findings: [] }
    const { checks, ...checked } = await checkUnpacked(unpacked, options)
    return {
      ...checked,
      checks: checks.map((each) => ({
        ...each,
        detail: resaid(each.detail, (text) => text.replaceAll(unpacked, file)),
      })),
    }
  } catch (error) {
    throw renamePathInError(error, unpacked, file)
  } finally {
    await rm(unpacked, { force: true })
  }
}

/** Turns errors about an unreadable file into `not_ready`; errors about writing the unpacked file stay. */
function refuseContent(error: unknown): never {
  if (!(error instanceof LegalTextError) || /^cannot write/.test(error.message)) throw error
  throw new LegalTextError('not_ready', error.message, {}, { cause: error })
}

const NOT_OPENED: BundleCheck = {
  check: 'database',
  result: 'skipped',
  detail: say`not opened, since the digest does not fit`,
}

async function checkUnpacked(file: string, options: CheckOptions): Promise<CheckedContent> {
  if (readSchemaVersion(file) === undefined) {
    const expected = say`expected a bundle, which may be packed with zstd or gzip`
    throw new LegalTextError('not_ready', say`${file} is not a bundle: ${expected}`)
  }
  let content: VerifiedBundle | undefined
  const digest = await attempt('digest', async () => {
    content = await verifyBundle(file, options)
    return ['passed', say`the content has the digest ${content.digest}`]
  })
  const findings: SourceFinding[] = []
  const database = content === undefined ? NOT_OPENED : await attempt('database', () => checkDatabase(file, findings))
  return { content, checks: [digest, database], findings }
}

type Outcome = [result: BundleCheck['result'], detail: string]

/** Runs a check: faults of the bundle become its outcome, errors of the call are thrown. */
async function attempt(check: BundleCheck['check'], run: () => Promise<Outcome>): Promise<BundleCheck> {
  try {
    const [result, detail] = await run()
    return { check, result, detail }
  } catch (error) {
    if (!(error instanceof LegalTextError) || error.kind !== 'not_ready') throw error
    return { check, result: 'failed', detail: error.message }
  }
}

/** @param found receives the source problems listed in the bundle, if SQLite finds no fault */
async function checkDatabase(file: string, found: SourceFinding[]): Promise<Outcome> {
  const { database } = openBundleDatabase(file)
  try {
    const rows = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[]
    const faults = rows.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok')
    if (faults.length === 0) {
      for (const finding of database.prepare(FINDINGS).all()) found.push({ ...finding } as unknown as SourceFinding)
      return ['passed', 'SQLite finds no fault']
    }
    return [
      'failed',
      say`SQLite finds ${faults.length === 1 ? say`a fault` : say`${faults.length} faults`}: ${faults[0]}`,
    ]
  } finally {
    database.close()
  }
}

async function checkChecksum(checksumFile: string, sha256: string): Promise<Outcome> {
  const text = await readBeside(checksumFile)
  if (text === undefined) return ['skipped', say`there is no ${checksumFile}`]
  const expected = readChecksum(text)
  if (expected === sha256) return ['passed', say`the SHA-256 is that of ${checksumFile}`]
  return ['failed', say`the SHA-256 is ${sha256}, that in ${checksumFile} is ${expected}`]
}

async function checkSignature(file: string, sha256: string, options: CheckOptions): Promise<Outcome> {
  const { signature = `${file}.sig`, publicKey, signed = options.signature !== undefined } = options
  const text = await readBeside(signature)
  if (text === undefined) return [signed ? 'failed' : 'skipped', say`there is no ${signature}`]
  if (publicKey !== undefined) {
    verifySignature(sha256, text, publicKey)
    return ['passed', say`${signature} was made of this file with the key`]
  }
  const advice = say`there is no key to check it with: --public-key or DATASET_PUBLIC_KEY gives one`
  return [signed ? 'failed' : 'skipped', advice]
}

/** Reads an optional file. @throws LegalTextError `not_ready` if it exists and cannot be read */
async function readBeside(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new LegalTextError('not_ready', say`cannot read ${path}: ${systemReason(error)}`, {}, { cause: error })
  }
}
