import { sign, verify } from 'node:crypto'
import type { AuditKey, TrustedKey } from './auditKey.ts'

/** What was signed: that the chain had this hash at this number then. */
export interface Checkpoint {
  seq: number
  /** Hexadecimal. */
  hash: string
  /** UTC to the microsecond. */
  at: string
  keyId: string
  /** The number of the checkpoint before, 0 for the first; null in those signed before checkpoints named one another. */
  previous: number | null
  /** Base64. */
  signature: string
}

const message = ({ seq, hash, at, keyId, previous }: Omit<Checkpoint, 'signature'>) =>
  Buffer.from(
    JSON.stringify(
      previous === null
        ? ['slipway-audit-checkpoint-1', seq, hash, at, keyId]
        : ['slipway-audit-checkpoint-2', seq, hash, at, keyId, previous],
    ),
  )

/** The time as the database writes it, which counts microseconds. */
export const toMicroseconds = (at: Date): string => at.toISOString().replace('Z', '000Z')

/** @param head the place that is signed, and the number of the checkpoint before it */
export function signCheckpoint(key: AuditKey, head: { seq: number; hash: string; previous: number }, now: Date): Checkpoint {
  const unsigned = { seq: head.seq, hash: head.hash, at: toMicroseconds(now), keyId: key.id, previous: head.previous }
  return { ...unsigned, signature: sign(null, message(unsigned), key.privateKey).toString('base64') }
}

/** Whether one of these keys signed exactly this. */
export function isSigned(checkpoint: Checkpoint, keys: readonly TrustedKey[]): boolean {
  const signature = Buffer.from(checkpoint.signature, 'base64')
  // Base64 can be spelt in several ways; only one is ours.
  if (signature.toString('base64') !== checkpoint.signature) return false
  return keys.some(({ id, publicKey }) => id === checkpoint.keyId && verify(null, message(checkpoint), publicKey, signature))
}

/** @returns undefined for what is no checkpoint */
export function readCheckpoint(text: string): Checkpoint | undefined {
  try {
    const { seq, hash, at, keyId, previous = null, signature } = JSON.parse(text) as Record<string, unknown>
    const texts = [hash, at, keyId, signature]
    const numbers = previous === null ? [seq] : [seq, previous]
    return numbers.every(Number.isSafeInteger) && texts.every((each) => typeof each === 'string')
      ? ({ seq, hash, at, keyId, previous, signature } as Checkpoint)
      : undefined
  } catch {
    return undefined
  }
}

/** A checkpoint is signed after so many events, or so much time when there was one. */
export const checkpointEvents = 1_000
