import { createHash } from 'node:crypto'

const namespace = Buffer.from('6f1d0c5e7b0a4d0c9e0f5a1b8c2d3e4f', 'hex')

/** Derives a GUID from names, case-insensitively (RFC 9562 v5): a key that makes a creation safe to repeat. */
export function deterministicGuid(...names: string[]): string {
  const hash = createHash('sha1').update(namespace).update(names.join('\n').toLowerCase()).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
