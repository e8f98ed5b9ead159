import { sql } from 'kysely'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../db/database.ts'
import type { GapOutcome } from '../../../db/tables.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { closeGap, type Gap, type OwnedAccount, validOwners } from './gaps.ts'
import { handOver } from './handOver.ts'
import { gapContextOf, notifyFallback, notifyOwners } from './notify.ts'
import { familyEscalationMs, towerEscalationMs } from './ownershipPeriods.ts'
import { recordHandOver } from './recordHandOver.ts'

export const noResponse = (days: number) => `The person didn’t respond within ${days} days.`

/** @returns true if the fallback owner became an owner, which closes the gap */
export async function expireProposals(context: { db: Db; jobs: Jobs; now: () => Date }, gap: Gap, account: OwnedAccount): Promise<boolean> {
  const { db } = context
  const now = context.now()
  const age = now.getTime() - gap.opened_at.getTime()
  if (age < familyEscalationMs) return false
  const tiers = age < towerEscalationMs ? 1 : 3
  const { rows } = await sql<{ person_id: string; source: GapOutcome; name: string }>`
    select f.person_id, f.source, p.display_name as name
    from fallback_owners(${account.id}::uuid) f join people p on p.id = f.person_id
    where f.tier <= ${tiers} limit 1`.execute(db)
  const successor = rows[0]
  if (!successor || !(await handOver(db, account.id, gap.person_id, successor.person_id, now))) return false
  const reason = noResponse(Math.floor(age / 86_400_000))
  await closeGap(db, gap.id, { outcome: successor.source, successorId: successor.person_id, now })
  await recordSystemEvent(db, {
    action: 'ownershipFallback',
    subject: { kind: 'account', id: account.id },
    before: { ownerId: gap.person_id },
    after: { ownerId: successor.person_id },
    reason,
  })
  await recordHandOver(context, {
    accountId: account.id,
    formerOwnerId: gap.person_id,
    successor: { id: successor.person_id, displayName: successor.name },
    reason,
  })
  const gapContext = gapContextOf(gap, account)
  await notifyFallback(db, gapContext, successor.person_id, successor.source)
  const otherOwnerIds = validOwners(account).map((owner) => owner.id)
  await notifyOwners(db, gapContext, otherOwnerIds, successor.name)
  return true
}
