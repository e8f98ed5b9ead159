import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../people/schemas.ts'

const NullableString = Type.Union([Type.String(), Type.Null()])

export const checkStatuses = ['ok', 'unverified', 'warning', 'failed', 'unknown'] as const

export const DoctorCheck = Type.Object({
  id: Type.String({ description: 'Stable between versions; for permissions the ID of the requirement.' }),
  category: Type.String({ description: 'The checked system or part of Slipway.' }),
  status: Type.Enum([...checkStatuses], {
    description:
      '`failed`: missing or wrong; `unverified`: only a write would prove it, or another check prevented it; `unknown`: the system didn’t respond.',
  }),
  title: Type.String({ description: 'Name of the permission, or the checked property.' }),
  scope: NullableString,
  detail: NullableString,
  without: Type.Union([Type.String(), Type.Null()], { description: 'Effect if it is missing.' }),
  command: Type.Union([Type.String(), Type.Null()], { description: 'Command for a shell that grants it.' }),
  steps: Type.Union([Type.String(), Type.Null()], { description: 'Steps in the external system, if there is no command.' }),
})
export type DoctorCheck = Static<typeof DoctorCheck>

export const DoctorReport = Type.Object({
  checkedAt: Timestamp,
  checkedBy: Type.Union([Type.String(), Type.Null()], { description: 'Name of the person; null for the daily check.' }),
  previousAt: Type.Union([Timestamp, Type.Null()], {
    description: 'Time of the previous report; null for the first.',
  }),
  checks: Type.Array(
    Type.Object({
      ...DoctorCheck.properties,
      failedSince: Type.Union([Timestamp, Type.Null()], {
        description: 'Time of the first report in which it failed; null if it doesn’t.',
      }),
    }),
  ),
  resolved: Type.Array(Type.Object({ id: Type.String(), category: Type.String(), title: Type.String() }), {
    description: 'Checks that failed in the previous report and no longer do.',
  }),
})
export type DoctorReport = Static<typeof DoctorReport>
