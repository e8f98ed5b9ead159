import { withdrawEndedRequests } from '../../../approvals/withdrawEndedRequests.ts'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startOrder } from './activation/startOrder.ts'
import { minActiveMinutes } from './policy.ts'
import { pimActivationKind } from './queries.ts'

const batchSize = 200

/**
 * Ends active and scheduled roles in accounts that are being decommissioned, and roles of disabled people.
 * @returns the number of roles
 */
export async function endActivationsOfClosedAccounts({ db, jobs }: { db: Db; jobs: Jobs }, at: Date): Promise<number> {
  const endedActivations = await db
    .selectFrom('pim_activations as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .innerJoin('people as p', 'p.id', 't.person_id')
    .select(['t.id', 't.status', 't.starts_at', 't.account_id'])
    .where('t.status', 'in', ['scheduled', 'active'])
    .where(({ eb, or }) => or([eb('a.status', 'in', ['decommissioning', 'decommissioned', 'deleted']), eb('p.active', '=', false)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pim_orders as o')
            .select('o.id')
            .whereRef('o.activation_id', '=', 't.id')
            .where('o.status', 'in', ['waiting', 'open']),
        ),
      ),
    )
    .limit(batchSize)
    .forUpdate('t')
    .skipLocked()
    .execute()
  for (const { id, status, starts_at, account_id } of endedActivations) {
    await updateRow(db, 'pim_activations', id, {
      status: 'ending',
      problem: 'The account is being decommissioned, or the person has left.',
      ...nextVersion(at),
    })
    await withdrawEndedRequests(db, { subject_id: [id] }, at)
    const notBefore = starts_at! > at ? at : new Date(starts_at!.getTime() + minActiveMinutes * 60_000)
    await startOrder(
      { db, jobs },
      { activationId: id, kind: 'remove', justification: 'The account or person is being removed.', notBefore, now: at },
    )
    await recordSystemEvent(db, {
      action: 'privilegedRoleWithdrawn',
      subject: { kind: pimActivationKind, id },
      before: { status },
      after: { status: 'ending' },
      reason: 'The account is being decommissioned, or the person has left.',
    })
    await publishChange(db, { kind: 'privilegedRole', id: account_id })
  }
  return endedActivations.length
}
