import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import type { LockedSandbox } from '../sandboxes/queries.ts'
import { notificationKinds, type TransitionMessage } from './labels.ts'

/**
 * Notifies the owners, the members if the event affects them, and the requester when the sandbox is ready. The person who acted is not
 * notified.
 */
export async function notifySandboxPeople(
  db: Db,
  sandbox: Pick<LockedSandbox, 'id' | 'ownerIds' | 'requester_id'>,
  { kind, title, body, members }: Omit<TransitionMessage, 'text'>,
  { by, key }: { by: { id: string } | null; key: string },
): Promise<void> {
  const currentMemberIds = members ? await memberIds(db, sandbox.id) : []
  const requester = kind === 'ready' ? [sandbox.requester_id] : []
  const people = [...new Set([...sandbox.ownerIds, ...currentMemberIds, ...requester])].filter((id) => id !== by?.id)
  const notification = { kind: notificationKinds[kind], subjectKind: 'sandbox', subjectId: sandbox.id, title, body }
  await notify(db, people, { ...notification, key: `sandbox:${sandbox.id}:${key}` })
}

async function memberIds(db: Db, sandboxId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .select('m.person_id')
    .distinct()
    .where('g.sandbox_id', '=', sandboxId)
    .where('m.status', 'in', ['scheduled', 'granting', 'active'])
    .execute()
  return rows.map((row) => row.person_id)
}
