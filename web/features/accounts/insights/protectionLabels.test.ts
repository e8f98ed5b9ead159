import { expect, it } from 'vitest'
import {
  backupAdvice,
  describeLength,
  describeWindow,
  describeZone,
  hasDifferentLocalTime,
  missingProtection,
  patchAdvice,
} from './protectionLabels.ts'

it('names a time zone by its city', () => {
  expect([
    describeZone('Europe/London'),
    describeZone('America/New_York'),
    describeZone('UTC'),
    describeZone('Mars Standard Time'),
  ]).toEqual(['London time', 'New York time', 'UTC', 'Mars Standard Time'])
})

it('shows a window in the time of its zone', () => {
  const window = { startsAt: '2026-07-19T01:00:00.000Z', endsAt: '2026-07-19T04:55:00.000Z' }
  expect(describeWindow(window, 'Europe/London')).toMatch(/19.*02:00.*05:55/)
  expect(describeWindow(window, 'Europe/Berlin')).toMatch(/03:00.*06:55/)
  expect(describeWindow(window, 'Mars Standard Time')).toContain('2026')
})

it('compares the zone’s time with the reader’s clock at that moment', () => {
  const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(hasDifferentLocalTime('2026-07-19T01:00:00.000Z', localZone)).toBe(false)
  expect(hasDifferentLocalTime('2026-07-19T01:00:00.000Z', 'Pacific/Auckland')).toBe(true)
  expect(hasDifferentLocalTime('2026-07-19T01:00:00.000Z', 'Mars Standard Time')).toBe(false)
})

it('shows a duration as hours and minutes', () => {
  expect([describeLength(235), describeLength(120), describeLength(45)]).toEqual(['3 h 55 min', '2 h', '45 min'])
})

it('mentions only existing vaults, policies and schedules', () => {
  const vault = { id: 'v', name: 'rsv-pay', location: 'uksouth' }
  const policy = { id: 'p', name: 'daily', vault: 'rsv-pay', protects: 'Virtual machines', items: 3, rules: [], timeZone: null }
  expect(backupAdvice({ vaults: [vault], policies: [policy] })).toMatch(/ rsv-pay .* daily,/)
  expect(backupAdvice({ vaults: [vault], policies: [] })).toContain(' rsv-pay,')
  expect(backupAdvice({ vaults: [], policies: [] })).toBe(missingProtection.vault)
  expect(patchAdvice({ schedules: [] })).toBe(missingProtection.schedule)
})
