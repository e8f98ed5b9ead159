import { sign, verify } from 'node:crypto'
import type { AuditKey, TrustedKey } from './auditKey.ts'

export interface Checkpoint {
  seq: number
  /** Hexadecimal. */
  hash: string
  /** UTC with microseconds. */
  at: string
  keyId: string
  /** Number of the previous checkpoint, 0 for the first. Null in old checkpoints, which did not have this link. */
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

/** Formats a time with microseconds, as the database does. */
const toMicroseconds = (at: Date): string => at.toISOString().replace('Z', '000Z')

/** @param chainHead the position to sign, with the number of the previous checkpoint */
export function signCheckpoint(key: AuditKey, chainHead: { seq: number; hash: string; previous: number }, now: Date): Checkpoint {
  const unsignedCheckpoint = {
    seq: chainHead.seq,
    hash: chainHead.hash,
    at: toMicroseconds(now),
    keyId: key.id,
    previous: chainHead.previous,
  }
  return { ...unsignedCheckpoint, signature: sign(null, message(unsignedCheckpoint), key.privateKey).toString('base64') }
}

export function isSigned(checkpoint: Checkpoint, keys: readonly TrustedKey[]): boolean {
  const signature = Buffer.from(checkpoint.signature, 'base64')
  // Only the canonical Base64 spelling is accepted, because others decode to the same signature.
  if (signature.toString('base64') !== checkpoint.signature) return false
  return keys.some(({ id, publicKey }) => id === checkpoint.keyId && verify(null, message(checkpoint), publicKey, signature))
}

export function parseCheckpoint(text: string): Checkpoint | undefined {
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

/** A checkpoint is signed after this many events, or after `checkpointIntervalMs` if there was any event. */
export const checkpointEvents = 1_000
