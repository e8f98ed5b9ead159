import { describe, expect, it } from 'vitest'
import { describeRetention, describeRules, describeSchedule } from './backupLabels.ts'

const timeAt = (...hours: string[]) => hours.map((hour) => `2024-01-07T${hour}:00Z`)
const simple = { schedulePolicyType: 'SimpleSchedulePolicy' }
const enhancedPolicy = { schedulePolicyType: 'SimpleSchedulePolicyV2' }

describe('a schedule', () => {
  it.each([
    [{ ...simple, scheduleRunFrequency: 'Daily', scheduleRunTimes: timeAt('01:30') }, 'Every day at 01:30'],
    [
      { ...simple, scheduleRunFrequency: 'Weekly', scheduleRunDays: ['Sunday', 'Wednesday'], scheduleRunTimes: timeAt('22:00') },
      'Every Sunday and Wednesday at 22:00',
    ],
    [
      {
        ...enhancedPolicy,
        scheduleRunFrequency: 'Hourly',
        hourlySchedule: { interval: 4, scheduleWindowStartTime: timeAt('08:00')[0], scheduleWindowDuration: 12 },
      },
      'Every 4 hours for 12 hours from 08:00',
    ],
    [{ ...enhancedPolicy, scheduleRunFrequency: 'Daily', dailySchedule: { scheduleRunTimes: timeAt('03:00') } }, 'Every day at 03:00'],
    [
      {
        ...enhancedPolicy,
        scheduleRunFrequency: 'Weekly',
        weeklySchedule: { scheduleRunDays: ['Monday'], scheduleRunTimes: timeAt('03:00') },
      },
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
  const buildRetention = (count: number, durationType: string) => ({ retentionDuration: { count, durationType } })
  const firstSunday = { retentionScheduleWeekly: { daysOfTheWeek: ['Sunday'], weeksOfTheMonth: ['First'] } }

  it('names each kind of copy, the shortest retention first', () => {
    const longTermPolicy = {
      retentionPolicyType: 'LongTermRetentionPolicy',
      dailySchedule: buildRetention(35, 'Days'),
      weeklySchedule: { daysOfTheWeek: ['Sunday'], ...buildRetention(12, 'Weeks') },
      monthlySchedule: {
        retentionScheduleDaily: { daysOfTheMonth: [{ date: 1, isLast: false }, { isLast: true }] },
        ...buildRetention(1, 'Months'),
      },
      yearlySchedule: { monthsOfYear: ['January'], ...firstSunday, ...buildRetention(7, 'Years') },
    }
    expect(describeRetention(longTermPolicy)).toEqual([
      'Each copy for 35 days',
      'Weekly copy of Sunday for 12 weeks',
      'Monthly copy of day 1 and the last day for 1 month',
      'Yearly copy of the first Sunday of January for 7 years',
    ])
  })

  it('is empty without a policy, and for an unknown type of policy', () => {
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
        { policyType: 'Full', schedulePolicy: { ...simple, scheduleRunFrequency: 'Daily', scheduleRunTimes: timeAt('22:00') } },
        { policyType: 'SnapshotFull' },
      ],
    },
  }
  expect(describeRules(policy)).toEqual([
    { copy: 'Full', schedule: 'Every day at 22:00', retention: [] },
    { copy: 'SnapshotFull', schedule: null, retention: [] },
  ])
})
