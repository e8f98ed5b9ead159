import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { UpdateInput } from './input.ts'

export async function notifyDone({ db, input }: { db: Db; input: UpdateInput }): Promise<void> {
  const account = await db.selectFrom('accounts').select('name').where('id', '=', input.accountId).executeTakeFirstOrThrow()
  await notify(db, [input.requesterId], {
    kind: 'updateDone',
    subjectKind: 'accountUpdate',
    subjectId: input.updateId,
    title: `Services of ${account.name} changed`,
    body: `${input.reference} is complete.`,
    key: `done:${input.updateId}`,
  })
  await auditUpdated(db, input)
  await publishAccountChange({ db, input })
}

export function auditUpdated(db: Db, { updateId, accountId, reference, kind }: UpdateInput): Promise<void> {
  return recordSystemEvent(db, {
    action: 'accountUpdated',
    subject: { kind: 'accountUpdate', id: updateId },
    after: { accountId, kind, reference },
    reason: kind === 'details' ? 'All external systems have the new details.' : `${reference} was approved and is complete.`,
  })
}

export async function notifyStuck(context: { db: Db; input: UpdateInput; now: Date; step: string; message: string }): Promise<void> {
  const { db, input, now, step, message } = context
  await notify(db, [input.requesterId], {
    kind: 'workStuck',
    subjectKind: 'accountUpdate',
    subjectId: input.updateId,
    title: `${input.reference} failed`,
    body: `“${step}”: ${message} An administrator can retry the step. You don’t need to submit the change again.`,
    key: `stuck:${input.updateId}:${now.toISOString()}`,
  })
  await publishAccountChange({ db, input })
}

export async function publishAccountChange({ db, input }: { db: Db; input: UpdateInput }): Promise<void> {
  await publishChange(db, { kind: 'account', id: input.accountId })
}
