import { describe, expect, it } from 'vitest'
import { describeRetention, describeRules, describeSchedule } from './backupLabels.ts'

const at = (...hours: string[]) => hours.map((hour) => `2024-01-07T${hour}:00Z`)
const simple = { schedulePolicyType: 'SimpleSchedulePolicy' }
const second = { schedulePolicyType: 'SimpleSchedulePolicyV2' }

describe('a schedule', () => {
  it.each([
    [{ ...simple, scheduleRunFrequency: 'Daily', scheduleRunTimes: at('01:30') }, 'Every day at 01:30'],
    [
      { ...simple, scheduleRunFrequency: 'Weekly', scheduleRunDays: ['Sunday', 'Wednesday'], scheduleRunTimes: at('22:00') },
      'Every Sunday and Wednesday at 22:00',
    ],
    [
      {
        ...second,
        scheduleRunFrequency: 'Hourly',
        hourlySchedule: { interval: 4, scheduleWindowStartTime: at('08:00')[0], scheduleWindowDuration: 12 },
      },
      'Every 4 hours for 12 hours from 08:00',
    ],
    [{ ...second, scheduleRunFrequency: 'Daily', dailySchedule: { scheduleRunTimes: at('03:00') } }, 'Every day at 03:00'],
    [
      { ...second, scheduleRunFrequency: 'Weekly', weeklySchedule: { scheduleRunDays: ['Monday'], scheduleRunTimes: at('03:00') } },
      'Every Monday at 03:00',
    ],
    [{ schedulePolicyType: 'LogSchedulePolicy', scheduleFrequencyInMins: 15 }, 'Every 15 minutes'],
    [{ schedulePolicyType: 'LogSchedulePolicy', scheduleFrequencyInMins: 60 }, 'Every hour'],
    [{ schedulePolicyType: 'LogSchedulePolicy', scheduleFrequencyInMins: 240 }, 'Every 4 hours'],
    [{ schedulePolicyType: 'NewSchedulePolicy' }, undefined],
    [undefined, undefined],
  ])('describes %j as %s', (schedule, text) => expect(describeSchedule(schedule)).toBe(text))
})

describe('retention', () => {
  const kept = (count: number, durationType: string) => ({ retentionDuration: { count, durationType } })
  const firstSunday = { retentionScheduleWeekly: { daysOfTheWeek: ['Sunday'], weeksOfTheMonth: ['First'] } }

  it('names each kind of copy, the shortest first', () => {
    const long = {
      retentionPolicyType: 'LongTermRetentionPolicy',
      dailySchedule: kept(35, 'Days'),
      weeklySchedule: { daysOfTheWeek: ['Sunday'], ...kept(12, 'Weeks') },
      monthlySchedule: { retentionScheduleDaily: { daysOfTheMonth: [{ date: 1, isLast: false }, { isLast: true }] }, ...kept(1, 'Months') },
      yearlySchedule: { monthsOfYear: ['January'], ...firstSunday, ...kept(7, 'Years') },
    }
    expect(describeRetention(long)).toEqual([
      'Each copy for 35 days',
      'That of Sunday for 12 weeks',
      'That of day 1 and the last day of the month for 1 month',
      'That of the first Sunday of January for 7 years',
    ])
  })

  it('can be unknown', () => {
    expect(describeRetention(undefined)).toEqual([])
    expect(describeRetention({ retentionPolicyType: 'NewRetentionPolicy' })).toEqual([])
  })
})

it('has a rule for each kind of copy in a database policy', () => {
  const policy = {
    id: 'p',
    name: 'p',
    properties: {
      backupManagementType: 'AzureWorkload',
      subProtectionPolicy: [
        { policyType: 'Full', schedulePolicy: { ...simple, scheduleRunFrequency: 'Daily', scheduleRunTimes: at('22:00') } },
        { policyType: 'SnapshotFull' },
      ],
    },
  }
  expect(describeRules(policy)).toEqual([
    { copy: 'Full', schedule: 'Every day at 22:00', retention: [] },
    { copy: 'SnapshotFull', schedule: null, retention: [] },
  ])
})
