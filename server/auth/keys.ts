import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * Key prefixes: `slw_` for API keys and `slwa_` for alert keys. The prefix is followed by 12 characters for the name, 32 random characters
 * (190 bits) and a checksum of 6 characters. Scanners find keys by `keyPattern`, which docs/keys.md publishes.
 */
type KeyKind = 'slw' | 'slwa'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const nameLength = 12
const secretLength = 32
const checksumLength = 6
export const keyPattern = /\bslwa?_[0-9A-Za-z]{50}\b/

/** Creates a key. `key` is shown to its holder once; `hash` and `publicId` are stored. */
export function mintKey(kind: KeyKind, secret: string): { key: string; publicId: string; hash: Buffer } {
  const publicId = random(nameLength)
  const body = `${kind}_${publicId}${random(secretLength)}`
  const key = body + checksum(body)
  return { key, publicId, hash: hashKey(key, secret) }
}

/** Returns the public part of a well-formed key, without a query; undefined for other text. */
export function readKey(kind: KeyKind, text: string): string | undefined {
  if (text.length !== kind.length + 1 + nameLength + secretLength + checksumLength || !text.startsWith(`${kind}_`)) return undefined
  const body = text.slice(0, -checksumLength)
  return text.endsWith(checksum(body)) ? body.slice(kind.length + 1, kind.length + 1 + nameLength) : undefined
}

/** The hash uses a secret of the server, so that a stolen table is worthless without this secret. */
export function hashKey(key: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(key).digest()
}

/** Takes the same time for every comparison, including one with an unknown key. */
export function isKey(key: string, secret: string, hash: Buffer | null | undefined): boolean {
  return timingSafeEqual(hashKey(key, secret), hash ?? Buffer.alloc(32))
}

function random(length: number): string {
  let text = ''
  // Bytes above the last multiple of the alphabet's length are skipped, because they would make the first characters more likely.
  while (text.length < length)
    for (const byte of randomBytes(length * 2)) if (byte < 248 && text.length < length) text += alphabet[byte % 62]
  return text
}

function checksum(body: string): string {
  let crc = crc32(body)
  let text = ''
  for (let index = 0; index < checksumLength; index++) {
    text = alphabet[crc % 62] + text
    crc = Math.floor(crc / 62)
  }
  return text
}
