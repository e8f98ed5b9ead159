import { hash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Machine } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import type { DeploymentRequest } from '../../../db/tables.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { deployApp } from './apply/deployApp.ts'
import { removeApplication } from './apply/removeApplication.ts'
import { deploymentRows, lockOpenDeployments, presentDeployment } from './queries.ts'
import type { Deployment } from './schemas.ts'

interface NewDeployment {
  accountId: string
  app: string
  project: string
  action: 'deploy' | 'remove'
  revision: string | null
  request: DeploymentRequest
}

const deploymentKind = 'deployment'

/**
 * Records a deployment and starts its run, in the caller's transaction. A repeated request returns the deployment in progress. A newer
 * request replaces a deployment that is still waiting.
 */
export async function startDeployment(
  { db, jobs, now }: { db: Db; jobs: Jobs; now: Date },
  machine: Machine,
  newDeployment: NewDeployment,
): Promise<{ deployment: Deployment; repeated: boolean }> {
  const { accountId, app, project, action, revision, request } = newDeployment
  const requestHash = hash('sha256', JSON.stringify([action, revision, request]), 'hex')
  const openDeployments = await lockOpenDeployments(db, accountId, app)
  const loadDeployment = async (id: string) => presentDeployment(await deploymentRows(db).where('id', '=', id).executeTakeFirstOrThrow())
  const newestDeployment = openDeployments[0]
  if (newestDeployment?.request_hash === requestHash) return { deployment: await loadDeployment(newestDeployment.id), repeated: true }
  for (const { id } of openDeployments.filter(({ status }) => status === 'queued')) {
    await updateRow(db, 'deployments', id, {
      status: 'superseded',
      ended_at: now,
      result: 'A newer deployment request replaced it before it started.',
    })
    await publishChange(db, { kind: deploymentKind, id })
  }
  const id = uuidv7()
  await db
    .insertInto('deployments')
    .values({
      id,
      account_id: accountId,
      app,
      project,
      action,
      status: 'queued',
      request: JSON.stringify(request),
      request_hash: requestHash,
      revision,
      deployed_revision: null,
      result: null,
      key_id: machine.id,
      key_name: machine.displayName,
      created_at: now,
      started_at: null,
      ended_at: null,
    })
    .execute()
  await startRun({ db, jobs }, action === 'deploy' ? deployApp : removeApplication, { kind: deploymentKind, id }, {})
  return { deployment: await loadDeployment(id), repeated: false }
}
