import { type Static, Type } from 'typebox'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { OptionalString, OptionalStringArray } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'

const Vault = Type.Object({ id: Type.String(), name: Type.String(), location: Type.String() })
type Vault = Static<typeof Vault>

/** A simple schedule, its second version, or one for logs, according to `schedulePolicyType`. */
const Schedule = Type.Object({
  schedulePolicyType: Type.String(),
  scheduleRunFrequency: OptionalString,
  scheduleRunDays: OptionalStringArray,
  scheduleRunTimes: OptionalStringArray,
  scheduleFrequencyInMins: Type.Optional(Type.Integer()),
  hourlySchedule: Type.Optional(
    Type.Object({
      interval: Type.Optional(Type.Integer()),
      scheduleWindowStartTime: OptionalString,
      scheduleWindowDuration: Type.Optional(Type.Integer()),
    }),
  ),
  dailySchedule: Type.Optional(Type.Object({ scheduleRunTimes: OptionalStringArray })),
  weeklySchedule: Type.Optional(Type.Object({ scheduleRunDays: OptionalStringArray, scheduleRunTimes: OptionalStringArray })),
})
export type BackupSchedule = Static<typeof Schedule>

const Duration = Type.Optional(Type.Object({ count: Type.Optional(Type.Integer()), durationType: OptionalString }))
const WeekDays = Type.Optional(Type.Object({ daysOfTheWeek: OptionalStringArray, weeksOfTheMonth: OptionalStringArray }))
const MonthDays = Type.Optional(
  Type.Object({
    daysOfTheMonth: Type.Optional(Type.Array(Type.Object({ date: Type.Optional(Type.Integer()), isLast: Type.Optional(Type.Boolean()) }))),
  }),
)

const Retention = Type.Object({
  retentionPolicyType: Type.String(),
  retentionDuration: Duration,
  dailySchedule: Type.Optional(Type.Object({ retentionDuration: Duration })),
  weeklySchedule: Type.Optional(Type.Object({ daysOfTheWeek: OptionalStringArray, retentionDuration: Duration })),
  monthlySchedule: Type.Optional(
    Type.Object({ retentionScheduleWeekly: WeekDays, retentionScheduleDaily: MonthDays, retentionDuration: Duration }),
  ),
  yearlySchedule: Type.Optional(
    Type.Object({
      monthsOfYear: OptionalStringArray,
      retentionScheduleWeekly: WeekDays,
      retentionScheduleDaily: MonthDays,
      retentionDuration: Duration,
    }),
  ),
})
export type BackupRetention = Static<typeof Retention>

const SubPolicy = Type.Object({
  policyType: OptionalString,
  schedulePolicy: Type.Optional(Schedule),
  retentionPolicy: Type.Optional(Retention),
})

const Policy = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    /** Kind of workload: AzureIaasVM, AzureWorkload, AzureStorage … */
    backupManagementType: Type.String(),
    protectedItemsCount: Type.Optional(Type.Integer()),
    timeZone: OptionalString,
    settings: Type.Optional(Type.Object({ timeZone: OptionalString })),
    schedulePolicy: Type.Optional(Schedule),
    retentionPolicy: Type.Optional(Retention),
    /** Used for databases, whose full, differential and log backups have separate policies. */
    subProtectionPolicy: Type.Optional(Type.Array(SubPolicy)),
  }),
})
export type BackupPolicy = Static<typeof Policy>

const Item = Type.Object({
  id: Type.String(),
  properties: Type.Object({
    sourceResourceId: OptionalString,
    policyId: OptionalString,
    protectionState: OptionalString,
    lastBackupStatus: OptionalString,
    lastBackupTime: OptionalString,
    lastRecoveryPoint: OptionalString,
  }),
})
export type ProtectedItem = Static<typeof Item>

export function armBackup(send: Send) {
  const query = { 'api-version': apiVersions.recoveryServices }
  return {
    listVaults: (subscriptionId: string): Promise<Vault[]> =>
      fetchAllPages(
        send,
        {
          method: 'GET',
          path: `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.RecoveryServices/vaults`,
          query,
        },
        Vault,
      ),

    listBackupPolicies: (vaultId: string): Promise<BackupPolicy[]> =>
      fetchAllPages(send, { method: 'GET', path: `${vaultId}/backupPolicies`, query }, Policy),

    listProtectedItems: (vaultId: string): Promise<ProtectedItem[]> =>
      fetchAllPages(send, { method: 'GET', path: `${vaultId}/backupProtectedItems`, query }, Item),
  }
}
