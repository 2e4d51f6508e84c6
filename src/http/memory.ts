/** How much memory a process that serves takes. */
import { setFlagsFromString } from 'node:v8'

/**
 * V8 lets garbage grow with the memory of the machine: 530 MB after 10,000 searches, of which 50 are in use. Told to look
 * for it earlier, it stays at 230, and is hardly slower.
 */
const THRIFTY = ['--semi-space-growth-factor=1', '--heap-growing-percent=80']

/** Has this process take less memory. */
export function saveMemory(): void {
  for (const flag of THRIFTY) setFlagsFromString(flag)
}
