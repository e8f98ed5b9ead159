import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * Keys that machines hold: `slw_` (API) or `slwa_` (alerts), 12 characters that name the key, 32 random ones (190 bits) and 6 that
 * prove it was not mistyped. Scanners find one by `keyPattern`, published in docs/keys.md.
 */
export type KeyKind = 'slw' | 'slwa'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const nameLength = 12
const secretLength = 32
const sumLength = 6
/** Finds a key anywhere in a text. */
export const keyPattern = /\bslwa?_[0-9A-Za-z]{50}\b/

/** A new key. `key` is for its holder's eyes, once; `hash` and `publicId` are what is kept. */
export function mintKey(kind: KeyKind, secret: string): { key: string; publicId: string; hash: Buffer } {
  const publicId = random(nameLength)
  const body = `${kind}_${publicId}${random(secretLength)}`
  const key = body + checksum(body)
  return { key, publicId, hash: hashKey(key, secret) }
}

/** The public part of what claims to be a key; undefined when it cannot be one. Asks nobody. */
export function readKey(kind: KeyKind, text: string): string | undefined {
  if (text.length !== kind.length + 1 + nameLength + secretLength + sumLength || !text.startsWith(`${kind}_`)) return undefined
  const body = text.slice(0, -sumLength)
  return text.endsWith(checksum(body)) ? body.slice(kind.length + 1, kind.length + 1 + nameLength) : undefined
}

/** Keyed, so that a stolen table is worth nothing without the server's secret. */
export function hashKey(key: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(key).digest()
}

/** In the same time whatever is compared, a key that nobody has included. */
export function isKey(key: string, secret: string, hash: Buffer | null | undefined): boolean {
  return timingSafeEqual(hashKey(key, secret), hash ?? Buffer.alloc(32))
}

function random(length: number): string {
  let text = ''
  // Bytes above the last whole multiple would make the first characters likelier.
  while (text.length < length)
    for (const byte of randomBytes(length * 2)) if (byte < 248 && text.length < length) text += alphabet[byte % 62]
  return text
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < sumLength; place++) {
    text = alphabet[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
