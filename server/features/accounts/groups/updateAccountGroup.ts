import { Type } from 'typebox'
import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { NullableText } from '../../../people/schemas.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { lockAccount } from '../accounts/queries.ts'
import { fetchDirectoryGroups } from './directory.ts'
import { canChange } from './policy.ts'
import { loadGroup, lockGroup } from './queries.ts'
import { AccessGroup, AccessGroupChange, GroupId } from './schemas.ts'

const hourMs = 3_600_000

export const updateAccountGroup = operation({
  id: 'updateAccountGroup',
  method: 'PATCH',
  path: '/accounts/{id}/groups/{groupId}',
  tag: 'accounts',
  summary: 'Change a group’s purpose, maximum duration, and whether access can be requested',
  description:
    'A shorter maximum duration applies to new access only. Existing access keeps its end date; `note` has the number of members affected.',
  access: 'owner',
  params: GroupId,
  body: AccessGroupChange,
  responses: {
    200: Type.Object({
      ...AccessGroup.properties,
      note: Type.Unsafe<string | null>({ ...NullableText, description: 'Note about access that doesn’t change; null if there is none.' }),
    }),
  },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  prepare: ({ db, clients, params }) => fetchDirectoryGroups({ db, clients }, params.id),
  async handler({ db, actor, params, body, now, allow, ifMatch, audit, changed }, directoryGroups) {
    const account = await lockAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(canDoInAccount(actor, 'manageAccess', account))
    const group = await lockGroup(db, account.id, params.groupId)
    ifMatch(group.version)
    requireState(canChange(group))
    const description = body.description?.trim()
    const { requestable, maxDurationHours } = body
    await updateRow(db, 'access_groups', group.id, {
      description,
      requestable,
      max_duration_hours: maxDurationHours,
      ...nextVersion(now()),
    })
    audit({
      subject: { kind: 'account', id: account.id },
      before: {
        accessGroup: {
          id: group.id,
          name: group.name,
          description: group.description,
          requestable: group.requestable,
          maxDurationHours: group.max_duration_hours,
        },
      },
      after: { accessGroup: { id: group.id, ...body } },
    })
    await changed('account', account.id)
    await changed('accessGroup', group.id)
    const longerCount =
      maxDurationHours == null ? 0 : await countLonger(db, group.id, new Date(now().getTime() + maxDurationHours * hourMs))
    return { ...(await loadGroup(db, actor, account, group.id, directoryGroups)), note: maxDurationNote(longerCount) }
  },
})

async function countLonger(db: Db, groupId: string, until: Date): Promise<number> {
  const { count } = await db
    .selectFrom('group_assignments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .where('status', 'in', ['scheduled', 'granting', 'active'])
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', until)]))
    .executeTakeFirstOrThrow()
  return count
}

function maxDurationNote(longerCount: number): string | null {
  if (longerCount === 0) return null
  return longerCount === 1
    ? '1 member’s access ends later than the new maximum and keeps its end date. You can revoke it on the group’s page.'
    : `${longerCount} members have access that ends later than the new maximum and keeps its end date. You can revoke it on the group’s page.`
}
