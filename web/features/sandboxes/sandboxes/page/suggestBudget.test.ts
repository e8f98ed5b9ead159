import { expect, it } from 'vitest'
import { suggestBudget } from './suggestBudget.ts'
import type { Sandbox } from './types.ts'

const now = Date.UTC(2026, 10, 21, 12)
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
interface Case {
  rate?: number
  percent?: number
  maxBudget?: number
  freezeAt?: number
  endsIn?: number
}

function sandbox({ rate = 100, percent = 40, maxBudget = 20_000, freezeAt = 100, endsIn = 10 }: Case) {
  const budget = { currency: 'GBP', limit: 5_000, spent: percent * 50, percent, hourlyRate: rate, asOf: at(0) }
  const terms = { maxBudget, thresholds: [{ percent: freezeAt, action: 'freeze' }] }
  return { budget, terms, frozen: null, lease: { end: at(endsIn) } } as unknown as Sandbox
}

it.each<[string, Case, number, number]>([
  ['covers the expected spend, rounded up', {}, 24, 500],
  ['is zero if the budget suffices', { rate: 10 }, 24, 0],
  ['counts the hours from now after the end', { endsIn: -5 }, 34, 500],
  ['exceeds an expected spend that equals the limit', {}, 20, 500],
  ['stays below the percentage at which the sandbox freezes', { freezeAt: 80 }, 24, 2_000],
  ['stays within the maximum', { maxBudget: 5_300 }, 48, 300],
  ['is at least half of a budget that is nearly used up', { rate: 0, percent: 90 }, 0, 2_500],
])('%s', (_, changes, hours, expected) => {
  expect(suggestBudget(sandbox(changes), hours, now)).toBe(expected)
})
