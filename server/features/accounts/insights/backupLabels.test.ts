import { describe, expect, it } from 'vitest'
import { describeRetention, describeRules, describeSchedule } from './backupLabels.ts'

const timeAt = (...hours: string[]) => hours.map((hour) => `2024-01-07T${hour}:00Z`)
const simple = { schedulePolicyType: 'SimpleSchedulePolicy' }
const valuePattern = /\d\d:\d\d|\d+|\p{Lu}\p{Ll}+day/gu
const enhancedPolicy = { schedulePolicyType: 'SimpleSchedulePolicyV2' }

describe('a schedule', () => {
  it.each([
    [{ ...simple, scheduleRunFrequency: 'Daily', scheduleRunTimes: timeAt('01:30') }, ['01:30']],
    [
      { ...simple, scheduleRunFrequency: 'Weekly', scheduleRunDays: ['Sunday', 'Wednesday'], scheduleRunTimes: timeAt('22:00') },
      ['Sunday', 'Wednesday', '22:00'],
    ],
    [
      {
        ...enhancedPolicy,
        scheduleRunFrequency: 'Hourly',
        hourlySchedule: { interval: 4, scheduleWindowStartTime: timeAt('08:00')[0], scheduleWindowDuration: 12 },
      },
      ['4', '12', '08:00'],
    ],
    [{ ...enhancedPolicy, scheduleRunFrequency: 'Daily', dailySchedule: { scheduleRunTimes: timeAt('03:00') } }, ['03:00']],
    [
      {
        ...enhancedPolicy,
        scheduleRunFrequency: 'Weekly',
        weeklySchedule: { scheduleRunDays: ['Monday'], scheduleRunTimes: timeAt('03:00') },
      },
      ['Monday', '03:00'],
    ],
    [{ schedulePolicyType: 'LogSchedulePolicy', scheduleFrequencyInMins: 15 }, ['15']],
    [{ schedulePolicyType: 'LogSchedulePolicy', scheduleFrequencyInMins: 60 }, undefined],
    [{ schedulePolicyType: 'LogSchedulePolicy', scheduleFrequencyInMins: 240 }, ['4']],
    [{ schedulePolicyType: 'NewSchedulePolicy' }, undefined],
    [undefined, undefined],
  ])('describes %j with %j', (schedule, values) => expect(describeSchedule(schedule)?.match(valuePattern) ?? undefined).toEqual(values))
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
      expect.stringMatching(/35 days$/),
      expect.stringMatching(/Sunday .*12 weeks$/),
      expect.stringMatching(/ 1 .*1 month$/),
      expect.stringMatching(/first Sunday .*January .*7 years$/),
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
    { copy: 'Full', schedule: expect.stringContaining('22:00'), retention: [] },
    { copy: 'SnapshotFull', schedule: null, retention: [] },
  ])
})
