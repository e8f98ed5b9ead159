import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import type { Difference } from './compare.ts'
import { driftKind } from './kinds.ts'
import { describeDifference } from './labels.ts'

export const differencesTitle = (account: string, differences: number) =>
  `${account}: ${differences === 1 ? 'the directory differs' : `${differences} differences`} from the record`

/**
 * Notifies the account’s owners, once for all new differences of a scan. Without an owner, the people who are responsible for unowned
 * accounts are notified.
 */
export async function notifyOwners(
  db: Db,
  accountId: string,
  firstId: string,
  appeared: { group: { name: string }; difference: Difference }[],
): Promise<void> {
  const { rows } = await sql<{ id: string; account: string }>`
    with owners as (select p.id from account_owners o join people p on p.id = o.person_id and p.active where o.account_id = ${accountId})
    select id, (select name from accounts where id = ${accountId}) as account from (
      select id from owners union
      select m.person_id from directory_group_members m join directory_groups g on g.id = m.group_id and g.fallback_owners
      where not exists (select from owners)) recipients`.execute(db)
  const [firstDifference] = appeared
  if (!firstDifference || rows.length === 0) return
  const remainingCount = appeared.length - 1
  await notify(
    db,
    rows.map(({ id }) => id),
    {
      kind: 'accessDifference',
      subjectKind: driftKind,
      subjectId: accountId,
      title: differencesTitle(rows[0]!.account, appeared.length),
      body: `${describeDifference(firstDifference.difference.kind, firstDifference.difference.member?.name, firstDifference.group.name)}${remainingCount > 0 ? ` And ${remainingCount} more.` : ''}`,
      key: `drift:${firstId}`,
    },
  )
}
