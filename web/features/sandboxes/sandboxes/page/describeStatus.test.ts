import { expect, it } from 'vitest'
import { describeStatus } from './describeStatus.ts'
import { statusTitles } from './statusTitles.ts'
import type { Sandbox } from './types.ts'

const now = Date.UTC(2026, 10, 21, 12)
const sandbox = (freezesInHours: number | null, percent = 40) =>
  ({
    status: 'active',
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
