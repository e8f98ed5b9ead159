import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { capitalize } from '../../../format.ts'
import { type Gap, type OwnedAccount, validOwners } from './gaps.ts'
import { type GapContext, gapContextOf, notifyRemaining, proposeSuccessor, proposeTransferred } from './notify.ts'

const maxCandidates = 6
const maxOpenProposals = 3

interface Successor {
  personId: string
  reason: string
}

export async function findSuccessors(db: Db, gap: Gap, account: OwnedAccount, now: Date): Promise<void> {
  const successors = await successorsFor(db, account.id, gap.person_id)
  if (successors.length > 0)
    await db
      .insertInto('ownership_proposals')
      .values(
        successors.map(({ personId, reason }, index) => ({
          gap_id: gap.id,
          person_id: personId,
          rank: index + 1,
          reason,
          proposed_by: null,
          requested_at: null,
          answered_at: null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['gap_id', 'person_id']).doNothing())
      .execute()
  await db.updateTable('ownership_gaps').set({ requested_at: now }).where('id', '=', gap.id).execute()
  const gapContext = gapContextOf(gap, account)
  // A renamed department looks like many moves, so after a move only the person who moved gets a proposal.
  if (gap.reason === 'moved') return proposeTransferred(db, gapContext, gap.person_id)
  const proposedIds = await proposeNext(db, gapContext, now)
  await notifyRemaining(
    db,
    gapContext,
    validOwners(account).map((owner) => owner.id),
    proposedIds,
  )
}

/**
 * Proposes the next best candidates, until three proposals are open.
 * @returns the names of the people with a new proposal
 */
export async function proposeNext(db: Db, gapContext: GapContext, now: Date): Promise<string[]> {
  const waitingRows = await db
    .selectFrom('ownership_proposals as r')
    .innerJoin('people as p', 'p.id', 'r.person_id')
    .select(['r.person_id', 'r.reason', 'r.requested_at', 'p.display_name', 'p.active'])
    .where('r.gap_id', '=', gapContext.gapId)
    .where('r.status', '=', 'proposed')
    .orderBy('r.rank')
    .orderBy('r.person_id')
    .execute()
  const freeProposals = maxOpenProposals - waitingRows.filter((each) => each.requested_at && each.active).length
  const next = waitingRows.filter((each) => !each.requested_at && each.active).slice(0, Math.max(0, freeProposals))
  for (const each of next) {
    await db
      .updateTable('ownership_proposals')
      .set({ requested_at: now })
      .where('gap_id', '=', gapContext.gapId)
      .where('person_id', '=', each.person_id)
      .execute()
    await proposeSuccessor(db, gapContext, each.person_id, each.reason)
  }
  return next.map((each) => each.display_name)
}

/**
 * Returns candidates, the best first: owners of the account's family, the manager of the person who left, owners of other accounts of the
 * family (owners of most accounts first), and leads of the tower. Only active people who do not own the account are included.
 */
async function successorsFor(db: Db, accountId: string, departedId: string): Promise<Successor[]> {
  const { rows } = await sql<{ person_id: string; kinds: string[]; siblings: number; family: string; tower: string; gone: string }>`
    with account as (
      select a.id, a.family_id, a.tower_id, f.name as family, t.name as tower
      from accounts a join families f on f.id = a.family_id join towers t on t.id = a.tower_id
      where a.id = ${accountId}
    ),
    siblings as (
      select o.person_id, count(*) as accounts
      from account join accounts s on s.family_id = account.family_id and s.status = 'active' and s.id <> account.id
      join account_owners o on o.account_id = s.id
      group by 1
    ),
    candidates as (
      select fo.person_id, 'familyOwner' as kind, 1 as rank, fo.position from account join family_owners fo on fo.family_id = account.family_id
      union all select manager_id, 'manager', 2, 0 from people where id = ${departedId} and manager_id is not null
      union all select person_id, 'sibling', 3, 0 from siblings
      union all select tl.person_id, 'towerLead', 4, tl.position from account join tower_leads tl on tl.tower_id = account.tower_id
    )
    select c.person_id, array_agg(c.kind order by c.rank) as kinds, coalesce(max(s.accounts), 0) as siblings,
      max(account.family) as family, max(account.tower) as tower, (select display_name from people where id = ${departedId}) as gone
    from candidates c
    join people p on p.id = c.person_id and p.active
    cross join account
    left join siblings s on s.person_id = c.person_id
    where not exists (select from account_owners o where o.account_id = account.id and o.person_id = c.person_id)
    group by c.person_id
    order by min(c.rank), coalesce(max(s.accounts), 0) desc, min(c.position), c.person_id
    limit ${maxCandidates}`.execute(db)
  return rows.map((row) => ({ personId: row.person_id, reason: reasonFor(row) }))
}

export const successorReasons = {
  familyOwner: (family: string) => `owns the family ${family}`,
  towerLead: (tower: string) => `leads the tower ${tower}`,
}

function reasonFor(row: { kinds: string[]; siblings: number; family: string; tower: string; gone: string }): string {
  const reasonTexts = row.kinds.map((kind) => {
    if (kind === 'familyOwner') return successorReasons.familyOwner(row.family)
    if (kind === 'manager') return `manages ${row.gone}`
    if (kind === 'towerLead') return successorReasons.towerLead(row.tower)
    return `owns ${row.siblings} other ${row.siblings === 1 ? 'account' : 'accounts'} of ${row.family}`
  })
  const sentence = reasonTexts.length > 1 ? `${reasonTexts.slice(0, -1).join(', ')} and ${reasonTexts.at(-1)}` : (reasonTexts[0] ?? '')
  return capitalize(sentence)
}
