import { describe, expect, it } from 'vitest'
import { addressesIn } from './addresses.ts'

describe('addressesIn', () => {
  it.each([
    ['', []],
    ['a@x.example', ['a@x.example']],
    ['a@x.example, b@x.example;c@x.example\nd@x.example', ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example']],
    ['Priya Raman <Priya.Raman@x.example>; Daniel Okoro <daniel@x.example>', ['priya.raman@x.example', 'daniel@x.example']],
    ['A@x.example a@X.example\t a@x.example', ['a@x.example']],
    ['not an address', ['not', 'an', 'address']],
  ])('splits %j', (text, expected) => {
    expect(addressesIn(text)).toEqual(expected)
  })
})
