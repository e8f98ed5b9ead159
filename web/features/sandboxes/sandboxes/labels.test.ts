import { describe, expect, it } from 'vitest'
import { typeName } from '../../../shared/typeName.ts'
import { deadlineLabels } from './extensionDeadline.ts'
import {
  allTypesLabel,
  approvalLabels,
  capacityLabels,
  describeAllowed,
  describeApproval,
  describeCapacity,
  describeForecast,
  describePassedForecast,
  describeRegions,
  describeSpan,
  describeTimes,
  ordinal,
} from './labels.ts'
import { budgetPresets, hourPresets } from './presets.ts'

const noAmounts = { limit: null, spent: null, hourlyRate: null, freezesAt: null }
const budget = { ...noAmounts, currency: 'GBP', percent: 0, reachesLimitAt: null, limitReachedAt: null, asOf: null }

describe('labels of sandboxes', () => {
  it('describes durations in hours and days', () => {
    expect([1, 8, 36, 48, 72, 252].map(describeSpan)).toEqual(['1 hour', '8 hours', '36 hours', '2 days', '3 days', '10 days and 12 hours'])
  })
  it('formats ordinals', () => {
    expect([1, 2, 3, 4, 11, 21, 22].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '21st', '22nd'])
  })
  it('says when the limit will be reached, as long as that is in the future', () => {
    const now = Date.UTC(2026, 10, 21, 12)
    const timeIn = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
    const forecast = (hours: number | null) => describeForecast({ ...budget, reachesLimitAt: hours === null ? null : timeIn(hours) }, now)
    expect(forecast(7.9)).toMatch(/ 8 hours$/)
    expect([forecast(-1), forecast(null)]).toEqual([undefined, undefined])
    const passed = { ...budget, reachesLimitAt: timeIn(-1) }
    for (const status of ['active', 'expiring'] as const) expect(describePassedForecast(status, passed, now)).toMatch(/^\D+$/)
    for (const status of ['frozen', 'deleting', 'failed'] as const) expect(describePassedForecast(status, passed, now)).toBeUndefined()
    expect(describePassedForecast('active', budget, now)).toBeUndefined()
    expect(describePassedForecast('active', { ...budget, reachesLimitAt: timeIn(1) }, now)).toBeUndefined()
    const freeze = describeForecast({ ...budget, freezesAt: timeIn(5), reachesLimitAt: timeIn(8) }, now)
    expect(freeze).toBe(`${deadlineLabels.freezes} in 5 hours`)
  })
  it('names the allowed resource types, and shortens a long list', () => {
    expect(describeAllowed([])).toBe(allTypesLabel)
    expect(describeAllowed(['Microsoft.Web/sites'])).toBe(typeName('Microsoft.Web/sites'))
    expect(describeAllowed(['Microsoft.Web/sites', 'Microsoft.KeyVault/vaults'])).toBe(
      `${typeName('Microsoft.Web/sites')} and ${typeName('Microsoft.KeyVault/vaults').toLowerCase()}`,
    )
    expect(
      describeAllowed([
        'Microsoft.Web/sites',
        'Microsoft.Web/serverFarms',
        'Microsoft.KeyVault/vaults',
        'Microsoft.Storage/storageAccounts',
        'Microsoft.Sql/servers',
      ]),
    ).toMatch(
      new RegExp(
        `^${typeName('Microsoft.Web/sites')}, ${typeName('Microsoft.Web/serverFarms')}, ${typeName('Microsoft.KeyVault/vaults').toLowerCase()} .*2`,
      ),
    )
  })
  it('names workspaces of different services differently', () => {
    const services = ['MachineLearningServices', 'Databricks', 'OperationalInsights']
    expect(new Set(services.map((service) => typeName(`Microsoft.${service}/workspaces`))).size).toBe(3)
  })
  it('names the regions, and shortens a long list', () => {
    expect(describeRegions(['uksouth', 'northeurope'])).toBe('UK South, North Europe')
    expect(describeRegions(['uksouth', 'ukwest', 'northeurope', 'westeurope'])).toMatch(/^UK South, UK West .*2/)
  })
  it('describes the longest lease and its extensions', () => {
    expect(describeTimes({ maxHours: 168, maxExtensions: 0, extensionHours: 72 })).toContain(describeSpan(168))
    expect(describeTimes({ maxHours: 168, maxExtensions: 0, extensionHours: 72 })).not.toContain(describeSpan(72))
    expect(describeTimes({ maxHours: 168, maxExtensions: 1, extensionHours: 72 })).toMatch(/ 7 days.* 1 .* 3 days/)
    expect(describeTimes({ maxHours: 8, maxExtensions: 2, extensionHours: 4 })).toMatch(/ 8 hours.* 2 .* 4 hours/)
  })
  it('describes the approval', () => {
    const { required, automatic, cleanRecord } = approvalLabels
    expect(describeApproval({ mode: 'required' }, 'GBP')).toBe(required)
    expect(describeApproval({ mode: 'automatic' }, 'GBP')).toBe(automatic)
    expect(describeApproval({ mode: 'within', budget: 5_000, hours: 168 }, 'GBP')).toMatch(new RegExp(`^${automatic} .*50 .*7 days$`))
    expect(describeApproval({ mode: 'within', hours: 8, cleanRecord: true }, 'GBP')).toMatch(
      new RegExp(`^${automatic} .*8 hours${cleanRecord}$`),
    )
  })
  it('describes the capacity', () => {
    const capacity = { total: 6, free: 2, queued: 0, nextFreeAt: null }
    expect(describeCapacity(capacity)).toMatch(/2 .*6/)
    expect(describeCapacity({ ...capacity, free: 0 })).toBe(capacityLabels.full)
    expect(describeCapacity({ ...capacity, free: 0, queued: 3 })).toMatch(/3/)
    expect(describeCapacity({ ...capacity, total: 0, free: 0 })).toBe(capacityLabels.none)
  })
})

describe('presets', () => {
  it('includes the default and the maximum, in ascending order and within the limit', () => {
    expect(hourPresets({ defaultHours: 48, maxHours: 168 })).toEqual([8, 24, 48, 72, 168])
    expect(hourPresets({ defaultHours: 4, maxHours: 4 })).toEqual([4])
    expect(budgetPresets({ defaultBudget: 5_000, maxBudget: 12_000, currency: 'GBP' })).toEqual([1_000, 2_500, 5_000, 10_000, 12_000])
  })
})
