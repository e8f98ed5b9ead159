import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { GapOutcome } from '../../db/tables.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { familyAfterMs, towerAfterMs } from './clock.ts'
import { closeGap, type Gap, type OwnedAccount, validOwners } from './gaps.ts'
import { handOver } from './handOver.ts'
import { recordHandOver } from './recordHandOver.ts'
import { storyOf, tellFallback, tellOwners } from './tell.ts'

/** Puts the fallback owner in once nobody accepted in time. @returns whether the gap is filled by that */
export async function letClockRunOut(context: { db: Db; jobs: Jobs; now: () => Date }, gap: Gap, account: OwnedAccount): Promise<boolean> {
  const { db } = context
  const now = context.now()
  const age = now.getTime() - gap.opened_at.getTime()
  if (age < familyAfterMs) return false
  const tiers = age < towerAfterMs ? 1 : 3
  const { rows } = await sql<{ person_id: string; source: GapOutcome; name: string }>`
    select f.person_id, f.source, p.display_name as name
    from fallback_owners(${account.id}::uuid) f join people p on p.id = f.person_id
    where f.tier <= ${tiers} limit 1`.execute(db)
  const successor = rows[0]
  if (!successor || !(await handOver(db, account.id, gap.person_id, successor.person_id, now))) return false
  await closeGap(db, gap.id, { outcome: successor.source, successorId: successor.person_id, now })
  await recordFallback(db, account.id, gap.person_id, successor.person_id, age)
  await recordHandOver(context, {
    accountId: account.id,
    goneId: gap.person_id,
    successor: { id: successor.person_id, displayName: successor.name },
  })
  const story = storyOf(gap, account)
  await tellFallback(db, story, successor.person_id, successor.source)
  const others = validOwners(account).map((owner) => owner.id)
  await tellOwners(db, story, others, successor.name)
  return true
}

/** The clock has no session: its doings stand in the audit trail under Slipway's own name. */
async function recordFallback(db: Db, accountId: string, goneId: string, successorId: string, age: number): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      id: randomUUIDv7(),
      actor_id: null,
      actor_name: 'Slipway',
      credential: 'none',
      operation: 'ownershipFallback',
      subject_kind: 'account',
      subject_id: accountId,
      before: JSON.stringify({ ownerId: goneId }),
      after: JSON.stringify({ ownerId: successorId }),
      outcome: 'allowed',
      reason: `Nobody accepted within ${Math.floor(age / 86_400_000)} days.`,
      request_id: 'clock',
    })
    .execute()
}
