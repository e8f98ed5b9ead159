import { expect, it } from 'vitest'
import { describeCause } from './describeCause.ts'

it.each([
  ['Azure', 0, 'waiting for Azure'],
  ['Azure', 1, 'waiting for Azure, 1 failed'],
  ['Azure', 2, 'failed at Azure'],
  [null, 0, 'failing'],
  [null, 2, 'failed'],
])('describes a cause at the service %s, with %i of 2 runs failed, as %s', (service, failed, state) =>
  expect(describeCause({ service, code: 'http403', count: 2, failed })).toBe(`2 runs ${state}: access denied`),
)

it.each([
  'http403',
  'missingPermission Microsoft.Network/virtualNetworks/write',
  'RequestDisallowedByPolicy',
  'NewCodeOfAzure',
  'http418',
  'tookTooLong',
])('has no code in the cause %s', (code) => {
  const cause = describeCause({ service: 'Azure', code, count: 2, failed: 2 })
  expect(cause).not.toContain(code.split(' ').at(-1))
  expect(cause).not.toMatch(/\d{3}|[a-z][A-Z]/)
})
