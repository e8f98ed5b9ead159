import { describe, expect, it } from 'vitest'
import { redact } from '../clients/redact.ts'
import { hashKey, isKey, keyPattern, mintKey, readKey } from './keys.ts'

const secret = 'a secret of the server that is long enough'

describe('a key', () => {
  it('is found by its public part, and verified by its secret', () => {
    for (const kind of ['slw', 'slwa'] as const) {
      const { key, publicId, hash } = mintKey(kind, secret)
      expect(key).toMatch(new RegExp(`^${keyPattern.source}$`))
      expect(readKey(kind, key)).toBe(publicId)
      expect(isKey(key, secret, hash)).toBe(true)
      expect(hash.toString('latin1')).not.toContain(key)
    }
  })

  it('is rejected with a different prefix, secret or hash', () => {
    const { key, hash } = mintKey('slw', secret)
    expect(readKey('slwa', key)).toBeUndefined()
    expect(isKey(key, `${secret}.`, hash)).toBe(false)
    expect(isKey(key, secret, hashKey(`${key}.`, secret))).toBe(false)
    expect(isKey(key, secret, undefined)).toBe(false)
  })

  it('is rejected without a query when it is mistyped', () => {
    const { key } = mintKey('slw', secret)
    for (let index = 0; index < key.length; index++) {
      const otherCharacter = key[index] === '0' ? '1' : '0'
      expect(readKey('slw', key.slice(0, index) + otherCharacter + key.slice(index + 1))).toBeUndefined()
    }
    for (const text of ['', 'slw_', key.slice(1), `${key}0`, `${key} `, 'x'.repeat(54)]) expect(readKey('slw', text)).toBeUndefined()
  })

  it('is different from every other key', () => {
    const keys = Array.from({ length: 500 }, () => mintKey('slw', secret))
    expect(new Set(keys.map(({ key }) => key)).size).toBe(500)
    expect(new Set(keys.map(({ publicId }) => publicId)).size).toBe(500)
  })

  it('is removed from logged text', () => {
    const { key } = mintKey('slwa', secret)
    expect(redact(`POST /snow/alert/account/1/key/${key} failed`)).toBe('POST /snow/alert/account/1/key/[redacted] failed')
  })
})
