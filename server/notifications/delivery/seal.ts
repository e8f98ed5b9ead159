import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [ivLength, tagLength] = [12, 16]
const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'slipway notification channels', 32))

/** Encrypts a text with the server's key (`SLIPWAY_KEY_SECRET`), without which a stolen table is worthless. */
export function seal(text: string, secret: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, keyOf(secret), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** @returns undefined if the text was encrypted with another key, or changed */
export function unseal(sealed: Buffer, secret: string): string | undefined {
  const decipher = createDecipheriv(algorithm, keyOf(secret), sealed.subarray(0, ivLength), { authTagLength: tagLength })
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  try {
    return decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
