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
  /** Base64. */
  signature: string
}

const message = ({ seq, hash, at, keyId }: Omit<Checkpoint, 'signature'>) =>
  Buffer.from(JSON.stringify(['slipway-audit-checkpoint-1', seq, hash, at, keyId]))

/** The time as the database writes it, which counts microseconds. */
export const toMicroseconds = (at: Date): string => at.toISOString().replace('Z', '000Z')

export function signCheckpoint(key: AuditKey, head: { seq: number; hash: string }, now: Date): Checkpoint {
  const unsigned = { seq: head.seq, hash: head.hash, at: toMicroseconds(now), keyId: key.id }
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
    const { seq, hash, at, keyId, signature } = JSON.parse(text) as Record<string, unknown>
    const texts = [hash, at, keyId, signature]
    return Number.isSafeInteger(seq) && texts.every((each) => typeof each === 'string')
      ? ({ seq, hash, at, keyId, signature } as Checkpoint)
      : undefined
  } catch {
    return undefined
  }
}
