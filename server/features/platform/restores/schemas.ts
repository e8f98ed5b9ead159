import { type Static, Type } from 'typebox'
import { Can, NullableText, NullableTimestamp, Timestamp, Uuid } from '../../../people/schemas.ts'

export const RestoreId = Type.Object({ id: Uuid }, { additionalProperties: false })

const restoredKinds = ['pendingDeletion', 'subscription', 'group', 'membership', 'privilegedRole'] as const

export const RestoreReport = Type.Object({
  id: Uuid,
  number: Type.Integer(),
  requestedAt: Timestamp,
  requestedBy: NullableText,
  endedAt: Type.Unsafe<string | null>({ ...NullableTimestamp, description: 'Null while the comparison is in progress.' }),
  total: Type.Integer({ description: 'Number of differences.' }),
  unread: Type.Integer({ description: 'Number of parts that couldn’t be read, included in `total`.' }),
  pendingDeletions: Type.Integer({ description: 'Number of accounts and sandboxes whose deletion continues after the acceptance.' }),
  differences: Type.Array(
    Type.Object({
      kind: Type.Enum(restoredKinds),
      side: Type.Enum(['outside', 'inside', 'unread', 'planned'], {
        description:
          '`outside`: it exists in the external system but not in the restored data; `inside`: it exists only in the restored data; `unread`: it couldn’t be read; `planned`: it continues after the acceptance.',
      }),
      id: Type.String({
        description:
          'ID in the external service; for a membership, that of the group; for a pending deletion, that of the account or sandbox.',
      }),
      name: Type.String(),
      detail: Type.String(),
    }),
    {
      description:
        'Pending deletions and then parts that couldn’t be read, at most 2,000 each, and then the first 250 other differences of each kind.',
    },
  ),
  problems: Type.Array(Type.Object({ kind: Type.Enum([...restoredKinds, 'report']), message: Type.String() }), {
    description: 'Services that could not be compared at all. Such a report can’t be accepted.',
  }),
})
export type RestoreReport = Static<typeof RestoreReport>

export const DatabaseRestore = Type.Object({
  id: Uuid,
  kind: Type.Enum(['backup', 'pointInTime']),
  dataAt: Type.Unsafe<string>({ ...Timestamp, description: 'Time of the restored data. Later changes are missing.' }),
  restoredAt: Timestamp,
  restoredBy: Type.String({ description: 'Operating-system account of the operator who ran the command.' }),
  acceptedAt: NullableTimestamp,
  acceptedBy: NullableText,
  comment: NullableText,
})

export const LatestRestore = Type.Object({
  paused: Type.Boolean({ description: 'True until an administrator accepts the report of the latest restore.' }),
  restore: Type.Union([DatabaseRestore, Type.Null()]),
  report: Type.Union([RestoreReport, Type.Null()], { description: 'The latest report on this restore.' }),
  can: Can,
})
export type LatestRestore = Static<typeof LatestRestore>
