import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [ivLength, tagLength] = [12, 16]
const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'slipway notification channels', 32))

/** Encrypts a text with the server's key (`SLIPWAY_KEY_SECRET`), so that a stolen table is worthless without the key. */
export function encrypt(text: string, secret: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, deriveKey(secret), iv)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

/** @returns undefined if the text was changed, or encrypted with a different key */
export function decrypt(encrypted: Buffer, secret: string): string | undefined {
  const decipher = createDecipheriv(algorithm, deriveKey(secret), encrypted.subarray(0, ivLength), { authTagLength: tagLength })
  decipher.setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength))
  try {
    return decipher.update(encrypted.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
