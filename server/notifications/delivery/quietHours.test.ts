import { expect, it } from 'vitest'
import { nextDigest, quietUntil } from './quietHours.ts'

const quietHours = { from: 22 * 60, to: 7 * 60, weekends: false }
const london = 'Europe/London'

it.each([
  ['in the evening', '2027-01-12T22:30:00Z', '2027-01-13T07:00:00Z'],
  ['in the morning', '2027-01-13T05:00:00Z', '2027-01-13T07:00:00Z'],
  ['at their start', '2027-01-13T22:00:00Z', '2027-01-14T07:00:00Z'],
  ['at their very end', '2027-01-13T07:00:00Z', undefined],
  ['at noon', '2027-01-13T12:00:00Z', undefined],
  ['over the start of summer time', '2027-03-27T23:00:00Z', '2027-03-28T06:00:00Z'],
  ['over its end', '2027-10-30T22:00:00Z', '2027-10-31T07:00:00Z'],
])('computes quiet hours from 22:00 to 7:00: %s', (_when, now, until) => {
  expect(quietUntil({ quiet: quietHours, timeZone: london }, new Date(now))).toEqual(until && new Date(until))
})

it('extends quiet weekends from Friday midnight to Monday morning', () => {
  const quietWeekends = { ...quietHours, weekends: true }
  for (const timestamp of ['2027-01-15T22:30:00Z', '2027-01-16T12:00:00Z', '2027-01-17T23:00:00Z', '2027-01-18T03:00:00Z'])
    expect([timestamp, quietUntil({ quiet: quietWeekends, timeZone: london }, new Date(timestamp))]).toEqual([
      timestamp,
      new Date('2027-01-18T07:00:00Z'),
    ])
  const noonWindow = { from: 12 * 60, to: 13 * 60, weekends: true }
  expect(quietUntil({ quiet: noonWindow, timeZone: london }, new Date('2027-01-16T12:30:00Z'))).toEqual(new Date('2027-01-18T00:00:00Z'))
})

it('sends a digest at its hour, today or tomorrow, in the recipient’s time zone', () => {
  const digestTime = (now: string, timeZone = london) => nextDigest({ digestHour: 8, timeZone }, new Date(now)).toISOString()
  expect(digestTime('2027-01-13T07:59:59Z')).toBe('2027-01-13T08:00:00.000Z')
  expect(digestTime('2027-01-13T08:00:00Z')).toBe('2027-01-14T08:00:00.000Z')
  expect(digestTime('2027-03-27T12:00:00Z')).toBe('2027-03-28T07:00:00.000Z')
  expect(digestTime('2027-01-13T07:59:59Z', 'Asia/Kolkata')).toBe('2027-01-14T02:30:00.000Z')
})
