import { sql } from 'kysely'
import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { loadRuns } from '../../../runs/queries.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { loadGroup } from './queries.ts'
import { GroupJob } from './schemas.ts'

export const pollGroupCreation = operation({
  id: 'pollGroupCreation',
  method: 'GET',
  path: '/accounts/{id}/pollGroupCreation',
  tag: 'accounts',
  summary: 'Get the status of a group creation',
  description: 'Returns the status of each step, and the group after it is created.',
  access: 'owner',
  params: AccountId,
  query: Type.Object({ jobId: Uuid }, { additionalProperties: false }),
  responses: { 200: GroupJob },
  errors: ['notFound'],
  async handler({ db, actor, params, query, allow, audit }) {
    const account = await loadAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(canDoInAccount(actor, 'seeAll', account))
    const [run] = await loadRuns(
      db,
      actor,
      sql<boolean>`id = ${query.jobId} and kind = 'createAccessGroup'
        and exists (select from access_groups g where g.id = subject_id and g.account_id = ${account.id})`,
      1,
    )
    if (!run) throw new Failure('notFound', 'This job doesn’t exist in this account.')
    const group =
      run.status === 'succeeded'
        ? await loadGroup(db, actor, account, run.subjectId, { members: undefined, roles: [] }).catch(groupDeletedOrThrow)
        : null
    return { jobId: run.id, status: run.status, steps: run.steps, reason: reasonOf(run), group }
  },
})

function groupDeletedOrThrow(error: unknown): null {
  if (error instanceof Failure && error.code === 'notFound') return null
  throw error
}

function reasonOf(run: { status: string; steps: { title: string; error: string | null; status: string }[] }): string | null {
  const step = run.status === 'failed' ? run.steps.find(({ status }) => status === 'failed') : undefined
  return step
    ? `“${step.title}” failed: ${step.error ?? 'unknown reason'} An administrator can retry the step. You can also delete the group and create it again.`
    : null
}
