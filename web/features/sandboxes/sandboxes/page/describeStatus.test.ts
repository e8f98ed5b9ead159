import { expect, it } from 'vitest'
import { describeFreeze, describeStatus } from './describeStatus.ts'
import { statusTitles } from './statusTitles.ts'
import type { Sandbox } from './types.ts'

const now = Date.UTC(2026, 10, 21, 12)
const sandbox = (freezesInHours: number | null, percent = 40, status: Sandbox['status'] = 'active') =>
  ({
    status,
    can: { extend: true, freeze: true },
    budget: { percent, freezesAt: freezesInHours === null ? null : new Date(now + freezesInHours * 3_600_000).toISOString() },
  }) as unknown as Sandbox
const describeAt = (...values: Parameters<typeof sandbox>) => describeStatus(sandbox(...values), now)

it('says in the title when the budget freezes the sandbox, and offers more budget', () => {
  const { title, tone, next } = describeAt(5)
  expect(title).toContain('5 hours')
  expect(tone).toBe('warn')
  expect(next.map(({ dialog }) => dialog)).toEqual(['extend', 'freeze'])
  expect(describeAt(5, 90).title).toContain('5 hours')
})

it('has no freeze in the title if it is days away or not expected', () => {
  for (const hours of [null, 49]) expect(describeAt(hours)).toMatchObject({ title: statusTitles.active, tone: 'ok' })
  expect(describeAt(null, 90).title).toContain('90%')
})

it('expects the freeze soon if its expected time has passed', () => {
  const freeze = describeFreeze(sandbox(-1), now)
  expect([0, -1, -30].map((hours) => describeFreeze(sandbox(hours), now))).toEqual([freeze, freeze, freeze])
  expect(freeze).not.toMatch(/\d/)
  const { title, tone, next } = describeAt(-1)
  expect([title.endsWith(freeze!), tone, next[0]?.dialog]).toEqual([true, 'warn', 'extend'])
})

it.each([40, 90])('says when the budget freezes a sandbox before its lease ends, with %i%% of the budget used', (percent) => {
  const ending = describeAt(null, percent, 'expiring')
  const freezing = describeAt(5, percent, 'expiring')
  expect(ending.title).not.toContain('5 hours')
  expect(freezing.title).toContain(describeFreeze(sandbox(5), now))
  expect(freezing).toMatchObject({ tone: 'warn', next: ending.next })
  expect(freezing.text).not.toBe(ending.text)
})

it('leaves the duration of the setup to the measured one of its run', () => {
  expect(describeAt(null, 0, 'provisioning').text).not.toMatch(/minute|hour|\d/)
})
