import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { loadAccount } from '../accounts/queries.ts'
import { recordDetails } from '../updates/recordDetails.ts'

/** Slipway itself changes the owners, so the update names the successor as its requester. */
interface Succession {
  accountId: string
  formerOwnerId: string
  successor: { id: string; displayName: string }
  reason: string
}

export async function recordHandOver(
  { db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date },
  { accountId, formerOwnerId, successor, reason }: Succession,
): Promise<void> {
  const successorActor: Person = { kind: 'person', ...successor, email: null, admin: true, auditor: false, credential: 'clock' }
  const after = await loadAccount(db, successorActor, accountId)
  const owners = after.owners.map((owner) => (owner.id === successor.id ? { ...owner, id: formerOwnerId } : owner))
  await recordDetails({ db, jobs, actor: successor, now }, { ...after, owners }, after, reason)
  await jobs.send(db, 'checkHealth', { accountId })
}
