import type { Db } from '../../../../db/database.ts'
import { notify } from '../../../../notifications/notify.ts'

interface FailedDeployment {
  id: string
  account_id: string
  app: string
  action: 'deploy' | 'remove'
  result: string | null
}

/**
 * Notifies the account's owners of a failed deployment or removal. They get one notification until a deployment succeeds, because pipelines
 * retry often.
 */
export async function notifyOwners(db: Db, { id, account_id, app, action, result }: FailedDeployment): Promise<void> {
  const before = await db
    .selectFrom('deployments')
    .select(['id', 'status'])
    .where('account_id', '=', account_id)
    .where('app', '=', app)
    .where('status', 'in', ['succeeded', 'failed'])
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before?.status === 'failed') return
  const account = await db.selectFrom('accounts').select('name').where('id', '=', account_id).executeTakeFirstOrThrow()
  const owners = await db.selectFrom('account_owners').select('person_id').where('account_id', '=', account_id).execute()
  await notify(
    db,
    owners.map(({ person_id }) => person_id),
    {
      kind: 'deploymentFailed',
      subjectKind: 'accountDeployments',
      subjectId: account_id,
      title: `${app} on ${account.name} couldn’t be ${action === 'deploy' ? 'deployed' : 'removed'}`,
      body: `${result ?? 'Argo CD reported no reason.'} You won’t be notified of further failures until an attempt succeeds. See Deployments for every attempt.`,
      key: `deploymentFailed:${id}`,
    },
  )
}
