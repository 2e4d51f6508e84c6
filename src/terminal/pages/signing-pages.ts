/** What was written by signing a file, and by making keys. */
import type { KeyReport, SignReport } from '../../dataset/sign-file.ts'
import { fieldLines } from '../fields.ts'
import type { Screen } from '../screen.ts'
import { wrapText } from '../wrap.ts'

/** Draws what signing has written. */
export function signPage({ file, sha256, checksum_file, signature_file }: SignReport, screen: Screen): string {
  return fieldLines(screen, [
    ['Signed', file],
    ['SHA-256', sha256],
    ['Checksum', checksum_file],
    ['Signature', signature_file],
  ]).join('\n')
}

/** Draws where the new keys are. */
export function keysPage({ private_key_file, public_key_file, public_key }: KeyReport, screen: Screen): string {
  return [
    ...fieldLines(screen, [
      ['Private key', private_key_file],
      ['Public key', public_key_file],
      ['As text', public_key],
    ]),
    '',
    ...wrapText('Keep the private key to yourself: whoever has it can sign in your name.', screen.width),
  ].join('\n')
}
