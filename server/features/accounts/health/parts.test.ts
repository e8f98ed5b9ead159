import { describe, expect, it } from 'vitest'
import { type CloudFacts, emptyCloudFacts, type RecordedFacts } from './facts.ts'
import { notCheckedFinding, type PartId, partIds, partsOf, weights } from './parts.ts'
import { describeScore, scoreOf } from './score.ts'

const now = new Date('2026-11-16T00:00:00Z')
const ownFacts: RecordedFacts = {
  environment: 'production',
  subscriptionId: 'a',
  network: { connectivity: 'corporate', addressSpaces: [] },
  budget: { amount: 100_000, currency: 'GBP', contacts: [], thresholds: [] },
  owners: [{ active: true }, { active: true }],
  subscriptionSince: null,
  budgetRun: 'none',
}
const healthyFacts: CloudFacts = {
  policy: { checks: 40, failing: 0 },
  defender: 'on',
  vulnerabilities: { critical: 0, high: 0 },
  backup: { machines: 3, without: 0 },
  patching: { machines: 3, without: 0 },
  tags: { costcentre: 'CC-1', Environment: 'production', criticality: 'tier1', dataClassification: 'internal', managedBy: 'slipway' },
  groups: { unmanaged: 0, untagged: 0 },
  publicAddresses: 0,
  spent: 400,
  cost: { currency: 'GBP', spent: 40_000, forecast: null },
}
const part = (id: PartId, overrides: { own?: Partial<RecordedFacts>; cloud?: Partial<CloudFacts> }) =>
  partsOf({ ...ownFacts, ...overrides.own }, { ...healthyFacts, ...overrides.cloud }, now).find((each) => each.id === id)!

describe('the health score', () => {
  it('has weights that sum to 100, and is 100 without findings', () => {
    expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBe(100)
    expect(Object.keys(weights).sort()).toEqual([...partIds].sort())
    const parts = partsOf(ownFacts, healthyFacts, now)
    expect(scoreOf(parts)).toEqual({ score: 100, known: 100 })
    expect(parts.every((each) => each.state === 'good' && each.action === null)).toBe(true)
  })

  it('leaves out unknown parts, and returns the number of known points', () => {
    const parts = partsOf(ownFacts, { ...healthyFacts, defender: 'off', policy: 'never' }, now)
    expect(scoreOf(parts)).toEqual({ score: 100, known: 65 })
    expect(describeScore(scoreOf(parts))).toMatch(/^65\b.*\b65\b/)
    const worse = partsOf(ownFacts, { ...healthyFacts, defender: 'off', policy: 'never', publicAddresses: 3 }, now)
    expect(scoreOf(worse)).toEqual({ score: 91, known: 65 })
    expect(describeScore(scoreOf(worse))).toMatch(/^59\b.*\b65\b/)
    expect(describeScore({ score: 74, known: 100 })).toMatch(/^74\b.*\b100$/)
    expect(scoreOf(partsOf({ ...ownFacts, subscriptionId: null }, emptyCloudFacts, now))).toEqual({ score: 100, known: 15 })
  })

  it('names the service to enable for an unknown part', () => {
    const partWithoutDefender = part('vulnerabilities', { cloud: { defender: 'off' } })
    expect(partWithoutDefender).toMatchObject({
      points: 0,
      state: 'unknown',
      role: 'administrators',
      why: expect.not.stringMatching(notCheckedFinding.why),
      action: { at: 'portal' },
    })
    expect(part('policy', { cloud: { policy: 'never' } })).toMatchObject({
      points: 0,
      state: 'unknown',
      action: { at: 'portal' },
    })
    expect(partsOf({ ...ownFacts, subscriptionId: null }, emptyCloudFacts, now).filter((each) => each.state === 'unknown').length).toBe(8)
    const unansweredParts = partsOf(ownFacts, emptyCloudFacts, now).filter((each) => each.id !== 'owners')
    expect(unansweredParts.every((each) => !each.answered && each.points === 0 && each.why === notCheckedFinding.why)).toBe(true)
  })

  it.each([
    ['owners', { own: { owners: [{ active: true }, { active: false }] } }, 5, 'bad', ['1', '2']],
    ['owners', { own: { owners: [{ active: true }, { active: true }, { active: false }] } }, 12, 'attention', ['1', '3']],
    ['vulnerabilities', { cloud: { vulnerabilities: { critical: 2, high: 7 } } }, 6, 'bad', ['2', '7']],
    ['vulnerabilities', { cloud: { vulnerabilities: { critical: 60, high: 0 } } }, 0, 'bad', ['60']],
    ['vulnerabilities', { cloud: { vulnerabilities: { critical: 0, high: 1 } } }, 20, 'attention', ['1']],
    ['policy', { cloud: { policy: { checks: 40, failing: 1 } } }, 14, 'attention', ['1', '40']],
    ['policy', { cloud: { policy: { checks: 40, failing: 30 } } }, 0, 'bad', ['30', '40']],
    ['backup', { cloud: { backup: { machines: 4, without: 1 } } }, 9, 'bad', ['1', '4']],
    ['backup', { own: { environment: 'test' }, cloud: { backup: { machines: 2, without: 2 } } }, 0, 'attention', ['2']],
    ['patching', { cloud: { patching: { machines: 0, without: 0 } } }, 10, 'good', []],
    [
      'tags',
      { cloud: { tags: { managedBy: 'slipway' } } },
      2,
      'bad',
      ['5', '4', 'costCentre', 'environment', 'criticality', 'dataClassification'],
    ],
    ['tags', { cloud: { groups: { unmanaged: 0, untagged: 1 } } }, 6, 'attention', ['1']],
    ['budget', { cloud: { spent: 1_001 } }, 0, 'bad', ['101%', '£1,000']],
    ['budget', { own: { budget: { ...ownFacts.budget, currency: 'JPY' } }, cloud: { spent: 1_001 } }, 8, 'good', ['1%', 'JP¥100,000']],
    ['budget', { cloud: { spent: 600 } }, 4, 'attention', ['60%', '£1,000']],
    ['exposure', { cloud: { publicAddresses: 1 } }, 1, 'bad', ['1']],
    ['exposure', { own: { network: { connectivity: 'internet', addressSpaces: [] } }, cloud: { publicAddresses: 2 } }, 7, 'good', ['2']],
    ['unmanagedGroups', { cloud: { groups: { unmanaged: 2, untagged: 0 } } }, 2, 'attention', ['2']],
  ] as const)('rates %s with %j: %i points, %s', (id, overrides, points, state, values) => {
    const healthPart = part(id, overrides as Parameters<typeof part>[1])
    expect([healthPart.points, healthPart.state]).toEqual([points, state])
    for (const value of values) expect(healthPart.why).toContain(value)
    expect(healthPart.action !== null).toBe(state !== 'good')
  })

  it('names the month of the spend, which isn’t known on the first day', () => {
    const budgetAt = (time: string) =>
      partsOf(ownFacts, { ...healthyFacts, spent: 1_001 }, new Date(time)).find(({ id }) => id === 'budget')!
    expect(budgetAt('2026-11-30T23:59:59Z')).toMatchObject({ state: 'bad', why: expect.stringContaining('November') })
    for (const time of ['2026-12-01T00:00:00Z', '2026-12-01T23:59:59Z']) {
      expect(budgetAt(time).state).toBe('pending')
      expect(budgetAt(time).why).not.toContain('101%')
    }
    expect(budgetAt('2026-12-02T00:00:00Z')).toMatchObject({ state: 'bad', why: expect.stringContaining('December') })
  })

  it('keeps the points of a part between 0 and its weight', () => {
    for (const count of [0, 1, 3, 50, 10_000]) {
      const cloud: CloudFacts = {
        ...healthyFacts,
        policy: { checks: Math.max(1, count), failing: count },
        vulnerabilities: { critical: count, high: count },
        backup: { machines: count, without: count },
        patching: { machines: count, without: count },
        groups: { unmanaged: count, untagged: count },
        publicAddresses: count,
        spent: count,
        tags: {},
      }
      for (const each of partsOf(ownFacts, cloud, now)) {
        expect(each.points).toBeGreaterThanOrEqual(0)
        expect(each.points).toBeLessThanOrEqual(each.of)
      }
    }
  })
})

describe('the health score of a new account', () => {
  const since = new Date(now.getTime() - 20 * 60_000)
  const factsWithoutData = { tags: undefined, policy: 'never', defender: 'off', spent: 'noBudget' } as const

  it('excludes parts that Azure can’t know yet', () => {
    const parts = partsOf({ ...ownFacts, subscriptionSince: since, budgetRun: 'inProgress' }, { ...healthyFacts, ...factsWithoutData }, now)
    expect(parts.filter(({ state }) => state === 'pending').map(({ id }) => id)).toEqual(partIds.filter((id) => id !== 'owners'))
    expect(scoreOf(parts)).toEqual({ score: 100, known: 15 })
    const sparseParts = partsOf(
      { ...ownFacts, owners: [{ active: true }], subscriptionSince: since },
      { ...healthyFacts, ...factsWithoutData },
      now,
    )
    expect(scoreOf(sparseParts).score, 'what is known counts as before').toBeLessThan(50)
  })

  it('includes parts for which Azure returns data', () => {
    const parts = partsOf({ ...ownFacts, subscriptionSince: since }, { ...healthyFacts, groups: { unmanaged: 3, untagged: 0 } }, now)
    expect(parts.find(({ id }) => id === 'unmanagedGroups')?.state).toBe('bad')
    expect(parts.some(({ state }) => state === 'pending')).toBe(false)
  })

  it.each([
    ['inProgress', 'pending'],
    ['failed', 'bad'],
    ['none', 'attention'],
  ] as const)('reports a missing budget whose run is %s as %s', (budgetRun, state) => {
    expect(part('budget', { own: { budgetRun }, cloud: { spent: 'noBudget' } }).state).toBe(state)
  })

  it('has no pending part once Azure should know the account, and isn’t lowered by parts that stay unknown', () => {
    const days = new Date(now.getTime() - 3 * 86_400_000)
    const parts = partsOf({ ...ownFacts, subscriptionSince: days }, { ...healthyFacts, ...factsWithoutData, tags: healthyFacts.tags }, now)
    expect(parts.some(({ state }) => state === 'pending')).toBe(false)
    expect(scoreOf(parts)).toEqual({ score: 88, known: 65 })
  })
})
