import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { invalidate } from '../../../clients/cached.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import type { TagResult } from '../../../db/tables.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Step, Workflow } from '../../../workflows/workflow.ts'
import { stateVerdict } from '../accounts/policy.ts'
import { changeTags, fetchTags, type TagsBefore } from './changeTags.ts'
import { subscriptionOfId } from './resourceId.ts'

type Input = Record<string, never>

const concurrency = 8

function loadTagChange(db: Db, id: string) {
  return db
    .selectFrom('tag_changes as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .selectAll('t')
    .select(['a.name as account_name', 'a.status', 'a.kind', 'a.subscription_id'])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow()
}
type TagChangeRow = Awaited<ReturnType<typeof loadTagChange>>

/** Since the change was accepted, the account might have been decommissioned or might have got a different subscription. */
function tagFailureOf({ kind, status, subscription_id, resource_ids }: TagChangeRow): { code: string; message: string } | undefined {
  const state = stateVerdict('update', { kind, status, subscriptionId: subscription_id, owners: [] })
  if (state !== true) return { code: 'wrongState', message: state }
  const allInSubscription = resource_ids.every((id) => subscriptionOfId(id)?.toLowerCase() === subscription_id?.toLowerCase())
  return allInSubscription ? undefined : { code: 'wrongState', message: 'The account has a different subscription now.' }
}

const readCurrentTags: Step<Input> = {
  name: 'readCurrentTags',
  title: 'Read the current tags',
  async run({ db, clients, subjectId }) {
    const change = await loadTagChange(db, subjectId)
    const error = tagFailureOf(change)
    const before = await mapWithConcurrency(
      change.resource_ids,
      concurrency,
      async (id): Promise<TagsBefore> => (error ? { error } : fetchTags(clients, id)),
    )
    return { before }
  },
}

export const sendTags: Step<Input> = {
  name: 'sendTags',
  title: 'Change the tags',
  async run({ db, clients, subjectId, output, checkpoint, saveCheckpoint }) {
    const change = await loadTagChange(db, subjectId)
    const { before } = output<{ before: TagsBefore[] }>(readCurrentTags.name)
    const error = tagFailureOf(change)
    const results = [...((checkpoint.results as TagResult[] | undefined) ?? [])]
    while (results.length < change.resource_ids.length) {
      const from = results.length
      const batch = change.resource_ids.slice(from, from + concurrency)
      results.push(
        ...(await Promise.all(batch.map((id, index) => changeTags(clients, change, id, error ? { error } : before[from + index]!)))),
      )
      await saveCheckpoint({ results })
    }
    if (change.subscription_id) invalidate(clients, ` ${change.subscription_id}`)
    return { results }
  },
}

export const applyTagChange: Workflow<Input> = {
  kind: 'changeTags',
  steps: [readCurrentTags, sendTags],
  async succeeded({ db, runId, subjectId, now }) {
    const step = await db
      .selectFrom('work_steps')
      .select('output')
      .where('run_id', '=', runId)
      .where('name', '=', sendTags.name)
      .executeTakeFirstOrThrow()
    const { results = [] } = (step.output ?? {}) as { results?: TagResult[] }
    const change = await loadTagChange(db, subjectId)
    await updateRow(db, 'tag_changes', subjectId, { results: JSON.stringify(results), ended_at: now })
    const changedResources = results.filter(({ ok, unchanged }) => ok && !unchanged)
    await recordSystemEvent(db, {
      action: 'resourceTagsChanged',
      subject: { kind: 'account', id: change.account_id },
      before: { tags: Object.fromEntries(changedResources.map(({ resourceId, before }) => [resourceId, before])) },
      after: {
        tagChangeId: subjectId,
        operation: change.operation,
        tags: Object.fromEntries(changedResources.map(({ resourceId, tags }) => [resourceId, tags])),
        failed: results.filter(({ ok }) => !ok).map(({ resourceId, error }) => ({ resourceId, code: error?.code })),
      },
      reason: 'Requested by an owner or administrator.',
      outcome: results.length > 0 && results.every(({ ok }) => !ok) ? 'failed' : 'allowed',
    })
    if (changedResources.length > 0) await publishChange(db, { kind: 'accountResources', id: change.account_id })
  },
  async failed({ db, subjectId, now, step, message }) {
    const { person_id, account_id, account_name } = await loadTagChange(db, subjectId)
    const notificationBase = { personId: person_id, accountId: account_id, title: `Tag change in ${account_name} is delayed` }
    await notifyDelay(db, { ...notificationBase, subjectId, step, message, now })
  },
}

export async function notifyDelay(
  db: Db,
  delay: { personId: string; accountId: string; subjectId: string; title: string; step: string; message: string; now: Date },
): Promise<void> {
  await notify(db, [delay.personId], {
    kind: 'workStuck',
    subjectKind: 'account',
    subjectId: delay.accountId,
    title: delay.title,
    body: `“${delay.step}”: ${delay.message} An administrator can retry the step. You don’t need to repeat the change.`,
    key: `stuck:${delay.subjectId}:${delay.now.toISOString()}`,
  })
}
