import { Type } from 'typebox'
import type { MaintenanceConfiguration } from '../../../clients/arm/armMaintenance.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { fetchCloud } from './fetchCloud.ts'
import { byName, listMachines, MachineRef, machineRef } from './machines.ts'
import { minutesOf, nextWindows } from './maintenanceWindows.ts'
import { patches } from './protection.ts'
import { describeRecurrence, parseRecurrence } from './recurrence.ts'
import { groupOfId } from './resourceId.ts'
import { InsightQuery } from './schemas.ts'
import { ianaZone } from './timeZones.ts'

const Schedule = Type.Object({
  id: Type.String({ description: 'Azure resource ID.' }),
  name: Type.String(),
  resourceGroup: NullableText,
  recurrence: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Recurrence as text; null if Slipway can’t parse it.' }),
  recurEvery: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Recurrence as Azure returns it.' }),
  startsAtClock: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Start time in the schedule’s time zone, such as `02:00`.',
  }),
  minutes: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  timeZone: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Time zone as an IANA name, or Azure’s name for it.' }),
  nextWindows: Type.Array(Type.Object({ startsAt: Timestamp, endsAt: Timestamp }), { maxItems: 3 }),
  classifications: Type.Array(Type.String({ description: 'Kind of updates that the schedule installs, such as Critical.' })),
  reboot: Type.Enum(['ifRequired', 'never', 'always', 'unknown']),
  dynamic: Type.Boolean({ description: 'True if the schedule selects machines by filter, not by name.' }),
  machines: Type.Array(MachineRef),
})

export const listUpdateSchedules = operation({
  id: 'listUpdateSchedules',
  method: 'GET',
  path: '/accounts/{id}/updateManagementSchedules',
  tag: 'accounts',
  summary: 'List the patch schedules of an account, with next windows and uncovered machines',
  description:
    '`fetchedAt` is when the data was read from Azure. Windows use the time zone of their schedule, including daylight saving time.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  responses: {
    200: Type.Object({ schedules: Type.Array(Schedule), uncoveredMachines: Type.Array(MachineRef), fetchedAt: Timestamp }),
  },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(preparation, preparation.params.id, 'patching', async (subscriptionId, propagation) => {
      await propagation.requireListed()
      const { arm } = preparation.clients
      const [configurations, assignments, virtualMachines] = await Promise.all([
        arm.listMaintenanceConfigurations(subscriptionId),
        arm.listMaintenanceAssignments(subscriptionId),
        listMachines(preparation.clients, subscriptionId),
      ])
      return { configurations, assignments, machines: virtualMachines }
    }),
  async handler({ now, allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = found!
    const virtualMachines = value.machines.toSorted(byName)
    const coveredMachines = new Set<string>()
    const schedules = value.configurations
      .filter(({ properties }) => properties.maintenanceScope?.toLowerCase() === 'inguestpatch')
      .sort(byName)
      .map((configuration) => {
        const ownAssignments = value.assignments.filter(
          ({ properties }) => properties.maintenanceConfigurationId.toLowerCase() === configuration.id.toLowerCase(),
        )
        const assignedIds = new Set(
          ownAssignments.filter(({ properties }) => !properties.filter).map(({ properties }) => properties.resourceId?.toLowerCase()),
        )
        const filters = ownAssignments.filter(({ properties }) => properties.filter)
        const assignedMachines = virtualMachines.filter(
          (virtualMachine) => assignedIds.has(virtualMachine.id.toLowerCase()) || filters.some((each) => patches(each, virtualMachine)),
        )
        for (const { id } of assignedMachines) coveredMachines.add(id)
        return { ...presentSchedule(configuration, now()), dynamic: filters.length > 0, machines: assignedMachines.map(machineRef) }
      })
    return {
      schedules,
      uncoveredMachines: virtualMachines.filter(({ id }) => !coveredMachines.has(id)).map(machineRef),
      fetchedAt: fetchedAt.toISOString(),
    }
  },
})

type Reboot = 'ifRequired' | 'never' | 'always' | 'unknown'
const reboots: Record<string, Reboot> = { ifrequired: 'ifRequired', never: 'never', always: 'always' }

function presentSchedule({ id, name, properties }: MaintenanceConfiguration, now: Date) {
  const { startDateTime, expirationDateTime, duration, timeZone, recurEvery } = properties.maintenanceWindow ?? {}
  const { rebootSetting, windowsParameters, linuxParameters } = properties.installPatches ?? {}
  const zone = timeZone === undefined ? 'UTC' : ianaZone(timeZone)
  const recurrence = recurEvery === undefined ? undefined : parseRecurrence(recurEvery)
  const minutes = duration === undefined ? undefined : minutesOf(duration)
  const start = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.exec(startDateTime ?? '')?.[0]
  const windows =
    start && zone && recurrence && minutes
      ? nextWindows({ start, expires: expires(expirationDateTime), minutes, zone, recurrence }, now)
      : []
  return {
    id,
    name,
    resourceGroup: groupOfId(id),
    recurrence: recurrence ? describeRecurrence(recurrence) : null,
    recurEvery: recurEvery ?? null,
    startsAtClock: start?.slice(11) ?? null,
    minutes: minutes ?? null,
    timeZone: zone ?? timeZone ?? null,
    nextWindows: windows.map(({ startsAt, endsAt }) => ({ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() })),
    classifications: [
      ...new Set([...(windowsParameters?.classificationsToInclude ?? []), ...(linuxParameters?.classificationsToInclude ?? [])]),
    ],
    reboot: reboots[rebootSetting?.toLowerCase() ?? ''] ?? 'unknown',
  }
}

/** Azure writes "never" as the last minute of the year 9999. */
function expires(text: string | undefined): string | undefined {
  const match = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.exec(text ?? '')
  return match && !text!.startsWith('9999') ? match[0] : undefined
}
