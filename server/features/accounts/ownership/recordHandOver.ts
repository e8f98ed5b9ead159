import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { readAccount } from '../accounts/queries.ts'
import { recordDetails } from '../updates/recordDetails.ts'

/** Where owners change by themselves: who takes over stands for the change, since nobody asked for it. */
export interface Succession {
  accountId: string
  goneId: string
  successor: { id: string; displayName: string }
  because: string
}

/** Lets the cloud follow a hand-over that happened already, as it follows one that an owner makes. */
export async function recordHandOver(
  { db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date },
  { accountId, goneId, successor, because }: Succession,
): Promise<void> {
  const reader: Person = { kind: 'person', ...successor, email: null, admin: true, auditor: false, credential: 'clock' }
  const after = await readAccount(db, reader, accountId)
  const owners = after.owners.map((owner) => (owner.id === successor.id ? { ...owner, id: goneId } : owner))
  await recordDetails({ db, jobs, actor: successor, now }, { ...after, owners }, after, because)
  await jobs.send(db, 'checkHealth', { accountId })
}
