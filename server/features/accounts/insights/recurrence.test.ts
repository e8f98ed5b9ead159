import { describe, expect, it, test } from 'vitest'
import { minutesOf, nextWindows } from './maintenanceWindows.ts'
import { describeRecurrence, parseRecurrence } from './recurrence.ts'
import { ianaZone } from './timeZones.ts'

const windows = (recurEvery: string, now: string, overrides: object = {}) =>
  nextWindows(
    { start: '2026-01-04 02:00', minutes: 180, zone: 'Europe/London', recurrence: parseRecurrence(recurEvery)!, ...overrides },
    new Date(now),
  ).map(({ startsAt }) => startsAt.toISOString())

describe('a recurrence', () => {
  it.each([
    ['Day', 'Every day'],
    ['3Days', 'Every 3 days'],
    ['Week Saturday,Sunday', 'Every Saturday and Sunday'],
    ['2Weeks Saturday', 'Every 2 weeks on Saturday'],
    ['3Weeks', 'Every 3 weeks'],
    ['Month', 'Every month'],
    ['2Months', 'Every 2 months'],
    ['Month day23,day24', 'Every month on day 23 and day 24'],
    ['Month day-1', 'Every month on the last day'],
    ['Month Third Sunday', 'Every month on the third Sunday'],
    ['Month Last Sunday Offset-3', 'Every month, 3 days before the last Sunday'],
    ['Month Second Tuesday Offset1', 'Every month, 1 day after the second Tuesday'],
  ])('describes %s as %s', (text, expected) => expect(describeRecurrence(parseRecurrence(text)!)).toBe(expected))

  it.each([
    '',
    'Fortnight',
    '0Days',
    'Day Monday',
    'Week Blursday',
    'Month Fifth Sunday',
    'Month day32',
    'Month Last Sunday Offset9',
    'Year',
  ])('rejects %j', (text) => expect(parseRecurrence(text)).toBeUndefined())
})

describe('the list of next windows', () => {
  test('keeps the local hour on both sides of the change to summer time', () => {
    expect(windows('Week Sunday', '2026-03-16T00:00:00Z')).toEqual([
      '2026-03-22T02:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-04-05T01:00:00.000Z',
    ])
  })

  test('starts an hour later if the clock skips a window, and at the first of two equal hours', () => {
    expect(windows('Week Sunday', '2026-03-29T00:00:00Z', { start: '2026-01-04 01:30' })[0]).toBe('2026-03-29T01:30:00.000Z')
    expect(windows('Week Sunday', '2026-10-24T22:00:00Z', { start: '2026-01-04 01:30' })[0]).toBe('2026-10-25T00:30:00.000Z')
  })

  test('includes a window that is open now', () => {
    expect(windows('Week Sunday', '2026-01-11T04:59:00Z')[0]).toBe('2026-01-11T02:00:00.000Z')
    expect(windows('Week Sunday', '2026-01-11T05:00:00Z')[0]).toBe('2026-01-18T02:00:00.000Z')
    expect(windows('Day', '2026-01-11T00:30:00Z', { start: '2026-01-04 23:00' })[0]).toBe('2026-01-10T23:00:00.000Z')
  })

  test('counts weeks and months from the first window', () => {
    expect(windows('2Weeks Saturday', '2026-01-05T00:00:00Z', { start: '2026-01-05 02:00' })).toEqual([
      '2026-01-10T02:00:00.000Z',
      '2026-01-24T02:00:00.000Z',
      '2026-02-07T02:00:00.000Z',
    ])
    expect(windows('3Months day31', '2026-01-05T00:00:00Z').slice(0, 2)).toEqual(['2026-01-31T02:00:00.000Z', '2026-07-31T01:00:00.000Z'])
    expect(windows('10Days', '2026-01-05T00:00:00Z')[0]).toBe('2026-01-14T02:00:00.000Z')
  })

  test('supports the third Sunday, the last Friday and the day after patch Tuesday', () => {
    expect(windows('Month Third Sunday', '2026-11-21T00:00:00Z')[0]).toBe('2026-12-20T02:00:00.000Z')
    expect(windows('Month Last Friday', '2026-11-21T00:00:00Z')[0]).toBe('2026-11-27T02:00:00.000Z')
    expect(windows('Month Second Tuesday Offset1', '2026-11-21T00:00:00Z')[0]).toBe('2026-12-09T02:00:00.000Z')
    expect(windows('Month Last Saturday Offset6', '2026-11-01T00:00:00Z')[0]).toBe('2026-11-06T02:00:00.000Z')
  })

  test('is empty for a day that doesn’t exist', () => {
    expect(windows('Day', '2026-01-01T00:00:00Z', { start: '2026-02-31 02:00' })).toEqual([])
  })

  test('starts after the first date and ends at the last', () => {
    expect(windows('Day', '2020-01-01T00:00:00Z')[0]).toBe('2026-01-04T02:00:00.000Z')
    expect(windows('Day', '2026-01-01T00:00:00Z', { expires: '2026-01-05 12:00' })).toHaveLength(2)
    expect(windows('2Months day30', '2030-01-01T00:00:00Z', { start: '2026-02-01 02:00' })[0]).toBe('2030-04-30T01:00:00.000Z')
  })
})

test('accepts time zones by their Windows and IANA names', () => {
  expect(ianaZone('w. europe standard time')).toBe('Europe/Berlin')
  expect(ianaZone('GMT STANDARD TIME')).toBe('Europe/London')
  expect(ianaZone('Europe/Paris')).toBe('Europe/Paris')
  expect(ianaZone('Mars Standard Time')).toBeUndefined()
})

test('reads a duration as hours and minutes', () => {
  expect([minutesOf('03:55'), minutesOf('2:00'), minutesOf('PT2H')]).toEqual([235, 120, undefined])
})
