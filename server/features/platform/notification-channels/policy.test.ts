import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { channelCan, channelsCan, deliveryCan } from './policy.ts'

const admin = personOf('a', { admin: true })
const channel = { type: 'webhook', enabled: true, isSetUp: true } as const

it.each([
  ['a webhook', {}, ['update', 'delete', 'rotate', 'test', 'enable']],
  ['a chat', { type: 'teams' }, ['update', 'delete', 'test', 'enable']],
  ['mail', { type: 'mail' }, ['test', 'enable']],
  ['mail without a server', { type: 'mail', isSetUp: false }, []],
  ['a channel that is off', { enabled: false }, ['update', 'delete', 'rotate', 'enable']],
] as const)('allows administrators only the actions that apply to %s', (_title, overrides, expected) => {
  const can = Object.entries(channelCan(admin, { ...channel, ...overrides } as never))
  expect(can.filter(([, verdict]) => verdict === true).map(([action]) => action)).toEqual(expected)
})

it('denies everyone but administrators', () => {
  const auditor = personOf('g', { auditor: true })
  expect(Object.values(channelCan(auditor, channel))).not.toContain(true)
  expect([channelsCan(auditor).create === true, channelsCan(admin).create]).toEqual([false, true])
})

it.each([
  [true, 'failed', false, true],
  [true, 'sent', false, true],
  [true, 'waiting', false, false],
  [true, 'failed', true, false],
  [false, 'failed', false, false],
] as const)(
  'decides whether an administrator (%s) can resend a %s message (in a summary: %s): %s',
  (isAdmin, status, isInDigest, expected) => {
    expect(deliveryCan(personOf('x', { admin: isAdmin }), { status: status as never, digested: isInDigest }).redeliver === true).toBe(
      expected,
    )
  },
)
