import { type Static, Type } from 'typebox'
import { Page } from '../../../http/list.ts'
import { Can, Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { resolutions } from './policy.ts'

export const DifferenceId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const AccessDifference = Type.Object({
  id: Uuid,
  account: Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() }),
  group: Type.Object({
    id: Uuid,
    name: Type.String(),
    roles: Type.Array(Type.String()),
    maxDurationHours: Nullable(
      Type.Integer({ description: 'The longest duration in hours that the group allows; null if permanent access is allowed.' }),
    ),
  }),
  kind: Type.Enum(['added', 'removed', 'groupMissing'], {
    description: 'What differs: a member without a grant, a grant without a membership, or a group missing from the directory.',
  }),
  member: Nullable(
    Type.Object({
      id: Uuid,
      kind: Type.Enum(['person', 'group', 'other']),
      name: Type.String(),
      person: Nullable(PersonRef),
    }),
  ),
  summary: Type.String({ description: 'Description of the difference as a sentence.' }),
  grantedUntil: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'End date of the grant that has no membership; null if it is permanent or there is no grant.',
  }),
  status: Type.Enum(['open', 'adopted', 'removed', 'restored', 'accepted', 'gone']),
  progress: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Progress of the resolution in the directory: running or stuck; null if none is in progress.',
  }),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  resolvedBy: Nullable(PersonRef),
  resolvedAt: NullableTimestamp,
  reason: NullableText,
  version: Type.Integer(),
  can: Can,
})
export type AccessDifference = Static<typeof AccessDifference>

export const DriftScan = Type.Object({
  groups: Type.Integer({ description: 'Number of groups that are scanned.' }),
  at: Nullable(Type.String({ description: 'Time by which every readable group had been scanned; null before the first complete scan.' })),
  everyMinutes: Type.Integer(),
  unreadable: Type.Array(
    Type.Object({
      group: Type.String(),
      account: Type.Object({ id: Uuid, name: Type.String() }),
      lastComparedAt: NullableTimestamp,
      problem: Type.String(),
    }),
    { description: 'Groups that couldn’t be read in the last scan, at most ten.' },
  ),
})
export type DriftScan = Static<typeof DriftScan>

export const AccessDifferences = Type.Object({
  ...Page(AccessDifference).properties,
  open: Type.Integer({ description: 'Number of open differences on all pages, counted up to 1,000.' }),
  compared: DriftScan,
  can: Can,
})

const resolution = {
  action: Type.Enum([...resolutions], {
    description:
      'adopt: keep the member; remove: remove the member; restore: restore what is missing; accept: end the grants without a membership, or delete the missing group in Slipway.',
  }),
  durationHours: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 8_760,
        description: 'For adopt: duration in hours within the group’s limit; null for permanent access.',
      }),
    ),
  ),
  reason: Type.Optional(
    Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$', description: 'Reason for the resolution, shown to owners and auditors.' }),
  ),
}
export const ResolveBody = Type.Object(resolution, { additionalProperties: false })
export const ResolveManyBody = Type.Object(
  { ids: Type.Array(Uuid, { minItems: 1, maxItems: 100, uniqueItems: true }), ...resolution },
  { additionalProperties: false },
)
