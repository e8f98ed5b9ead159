import type { SimResource } from './resource.ts'

const policyType = 'Microsoft.RecoveryServices/vaults/backupPolicies'

interface BackupPolicy {
  id: string
  name: string
  type: typeof policyType
  properties: Record<string, unknown> & { backupManagementType: 'AzureIaasVM' | 'AzureWorkload' }
}

/** The service writes times as instants of which only the time of day counts, in the policy's time zone. */
const timeAt = (hour: string) => [`2024-01-07T${hour}:00Z`]
const retainFor = (count: number, durationType: 'Days' | 'Weeks' | 'Months' | 'Years') => ({ retentionDuration: { count, durationType } })

function longTerm(hour: string, days: number) {
  const firstSunday = { daysOfTheWeek: ['Sunday'], weeksOfTheMonth: ['First'] }
  return {
    retentionPolicyType: 'LongTermRetentionPolicy',
    dailySchedule: { retentionTimes: timeAt(hour), ...retainFor(days, 'Days') },
    weeklySchedule: { daysOfTheWeek: ['Sunday'], retentionTimes: timeAt(hour), ...retainFor(12, 'Weeks') },
    monthlySchedule: {
      retentionScheduleFormatType: 'Weekly',
      retentionScheduleWeekly: firstSunday,
      retentionTimes: timeAt(hour),
      ...retainFor(12, 'Months'),
    },
    yearlySchedule: {
      retentionScheduleFormatType: 'Weekly',
      monthsOfYear: ['January'],
      retentionScheduleWeekly: firstSunday,
      retentionTimes: timeAt(hour),
      ...retainFor(7, 'Years'),
    },
  }
}

/** A vault has Azure's default policies and the company's own for VMs. @param items counts the items that a policy protects */
export function policiesOf(vault: SimResource, items: (policyId: string) => number): BackupPolicy[] {
  const timeZone = vault.location === 'westeurope' ? 'W. Europe Standard Time' : 'GMT Standard Time'
  const createPolicy = (name: string, properties: BackupPolicy['properties']): BackupPolicy => {
    const id = policyId(vault, name)
    return { id, name, type: policyType, properties: { ...properties, protectedItemsCount: items(id) } }
  }
  return [
    createPolicy('DefaultPolicy', {
      backupManagementType: 'AzureIaasVM',
      policyType: 'V1',
      instantRpRetentionRangeInDays: 2,
      timeZone: 'UTC',
      schedulePolicy: {
        schedulePolicyType: 'SimpleSchedulePolicy',
        scheduleRunFrequency: 'Daily',
        scheduleRunTimes: timeAt('22:30'),
        scheduleWeeklyFrequency: 0,
      },
      retentionPolicy: {
        retentionPolicyType: 'LongTermRetentionPolicy',
        dailySchedule: { retentionTimes: timeAt('22:30'), ...retainFor(30, 'Days') },
      },
    }),
    createPolicy('HourlyLogBackup', {
      backupManagementType: 'AzureWorkload',
      workLoadType: 'SQLDataBase',
      settings: { timeZone: 'UTC', issqlcompression: false, isCompression: false },
      subProtectionPolicy: [
        {
          policyType: 'Full',
          schedulePolicy: {
            schedulePolicyType: 'SimpleSchedulePolicy',
            scheduleRunFrequency: 'Daily',
            scheduleRunTimes: timeAt('22:00'),
            scheduleWeeklyFrequency: 0,
          },
          retentionPolicy: {
            retentionPolicyType: 'LongTermRetentionPolicy',
            dailySchedule: { retentionTimes: timeAt('22:00'), ...retainFor(30, 'Days') },
          },
        },
        {
          policyType: 'Log',
          schedulePolicy: { schedulePolicyType: 'LogSchedulePolicy', scheduleFrequencyInMins: 60 },
          retentionPolicy: { retentionPolicyType: 'SimpleRetentionPolicy', ...retainFor(30, 'Days') },
        },
      ],
    }),
    createPolicy(machinePolicy, {
      backupManagementType: 'AzureIaasVM',
      policyType: 'V1',
      instantRpRetentionRangeInDays: 5,
      timeZone,
      schedulePolicy: {
        schedulePolicyType: 'SimpleSchedulePolicy',
        scheduleRunFrequency: 'Daily',
        scheduleRunTimes: timeAt('01:30'),
        scheduleWeeklyFrequency: 0,
      },
      retentionPolicy: longTerm('01:30', 35),
    }),
  ]
}

export const machinePolicy = 'ng-machines-daily'

export function policyId(vault: SimResource, name: string): string {
  return `${vault.id}/backupPolicies/${name}`
}
