import { expect, it } from 'vitest'
import { methodRequirements } from './methods.ts'
import { requirements } from './requirements.ts'
import { shellQuote } from './shellQuote.ts'

const namedByMethods = Object.values(methodRequirements)
  .flatMap((methods) => Object.values<readonly string[] | 'no call'>(methods))
  .flatMap((names) => (names === 'no call' ? [] : names))

it('has every permission that a client method names', () => {
  const listed = new Set(requirements.map(({ name }) => name))
  expect(namedByMethods.filter((name) => !listed.has(name))).toEqual([])
})

it('lists only permissions that a client method needs', () => {
  const named = new Set(namedByMethods)
  expect(requirements.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
})

it('has a unique ID for each requirement', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length)
})

it.each([
  ['/subscriptions/1/vaults/one', '/subscriptions/1/vaults/one'],
  ['Slipway secrets', "'Slipway secrets'"],
  ['$(reboot)', "'$(reboot)'"],
  ["a'; reboot #", String.raw`'a'\''; reboot #'`],
  ['a\nreboot', 'areboot'],
  ['', "''"],
])('quotes %j, so that a shell reads it as one word', (text, quoted) => {
  expect(shellQuote(text)).toBe(quoted)
})
