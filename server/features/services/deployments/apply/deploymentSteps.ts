import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Argocd } from '../../../../clients/argocd/argocd.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import type { Db } from '../../../../db/database.ts'
import { inTransaction } from '../../../../db/database.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { NonRetryableError, type Step, type StepContext, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { notifyOwners } from './notifyOwners.ts'

type Context = StepContext<Record<string, unknown>>
type DeploymentStep = Step<Record<string, unknown>>

/**
 * The result of a deployment. Each step passes it to the next one, and the last step records it. A rejection by Argo CD is a result, so
 * that the run ends instead of waiting for a person.
 */
export interface End {
  outcome: 'succeeded' | 'failed'
  result: string
  revision?: string
}

const isEnd = (value: object): value is End => 'outcome' in value

async function rowOf({ db, subjectId }: Pick<Context, 'db' | 'subjectId'>) {
  return db.selectFrom('deployments').selectAll().where('id', '=', subjectId).executeTakeFirstOrThrow()
}
type Row = Awaited<ReturnType<typeof rowOf>>

export function toolOf({ clients }: Pick<Context, 'clients'>): Argocd {
  if (!clients.argocd) throw new NonRetryableError('notSetUp', 'No deployment tool is configured.')
  return clients.argocd
}

/** An application is deployed by one run at a time, in the order of the requests. */
export const waitForEarlierDeployments: DeploymentStep = {
  name: 'waitForTurn',
  title: 'Wait for earlier deployments',
  timeoutMinutes: 180,
  async run(context) {
    const { db, subjectId, now } = context
    return inTransaction(db, async (tx) => {
      const row = await tx.selectFrom('deployments').selectAll().where('id', '=', subjectId).forUpdate().executeTakeFirstOrThrow()
      if (row.status !== 'queued') return {}
      const before = await tx
        .selectFrom('deployments')
        .select('revision')
        .where('account_id', '=', row.account_id)
        .where('app', '=', row.app)
        .where('status', '=', 'running')
        .executeTakeFirst()
      if (before) return new Wait(`Waiting until ${before.revision ? `the deployment of ${before.revision}` : 'the removal'} has ended.`)
      await tx.updateTable('deployments').set({ status: 'running', started_at: now() }).where('id', '=', subjectId).execute()
      await publishChange(tx, { kind: 'deployment', id: subjectId })
      return {}
    })
  },
}

/**
 * Creates a step that is skipped once the result is known, and whose result can be a rejection by Argo CD. A manual retry does nothing if
 * the application has been deployed again since.
 */
export function step(
  name: string,
  title: string,
  after: string | undefined,
  run: (context: Context, row: Row) => Promise<Record<string, unknown> | End | Wait>,
): DeploymentStep {
  return {
    name,
    title,
    async run(context) {
      const previousOutput = after === undefined ? {} : context.output<object>(after)
      if (isEnd(previousOutput)) return { ...previousOutput }
      const row = await reopenDeployment(context)
      if (row.status !== 'running') return { outcome: row.status, result: row.result }
      try {
        const result = await run(context, row)
        return result instanceof Wait ? result : { ...previousOutput, ...result }
      } catch (error) {
        if (error instanceof ExternalError && error.code === 'refused') return { outcome: 'failed', result: error.message }
        throw error
      }
    },
  }
}

async function reopenDeployment(context: Context): Promise<Row> {
  const row = await rowOf(context)
  if (row.status !== 'failed') return row
  const { db } = context
  const newerDeployment = await db
    .selectFrom('deployments')
    .select('id')
    .where('account_id', '=', row.account_id)
    .where('app', '=', row.app)
    .where('created_at', '>', row.created_at)
    .executeTakeFirst()
  if (newerDeployment)
    throw new NonRetryableError('overtaken', 'The application was deployed again in the meantime, so this run has nothing left to do.')
  await db
    .updateTable('deployments')
    .set({ status: 'running', ended_at: null, result: null })
    .where('id', '=', row.id)
    .where('status', '=', 'failed')
    .execute()
  return rowOf(context)
}

/** Milliseconds since the first attempt of the step. */
export async function waitedMs({ checkpoint, saveCheckpoint, now }: Context): Promise<number> {
  if (typeof checkpoint.since === 'number') return now().getTime() - checkpoint.since
  await saveCheckpoint({ ...checkpoint, since: now().getTime() })
  return 0
}

const endedColumns = ['account_id', 'app', 'action', 'status', 'deployed_revision', 'result'] as const

function auditEnd(db: Db, id: string, endedDeployment: Pick<Row, (typeof endedColumns)[number]>): Promise<void> {
  const { account_id, app, action, status, deployed_revision: revision, result } = endedDeployment
  return recordSystemEvent(db, {
    action: 'deploymentEnded',
    subject: { kind: 'account', id: account_id },
    after: { deployment: { id, app, action, status, revision } },
    reason: result || 'Argo CD applied the request.',
    outcome: status === 'failed' ? 'failed' : 'allowed',
  })
}

async function reportEnd(db: Db, id: string, endedDeployment: Pick<Row, (typeof endedColumns)[number]>): Promise<void> {
  await auditEnd(db, id, endedDeployment)
  if (endedDeployment.status === 'failed') await notifyOwners(db, { id, ...endedDeployment })
}

export function endedStatusTexts(lastStep: string): Pick<Workflow<Record<string, unknown>>, 'succeeded' | 'failed'> {
  return {
    async succeeded({ db, runId, subjectId, now }) {
      const { output } = await db
        .selectFrom('work_steps')
        .select('output')
        .where('run_id', '=', runId)
        .where('name', '=', lastStep)
        .executeTakeFirstOrThrow()
      const end = (output ?? {}) as Partial<End>
      const endedDeployment = await db
        .updateTable('deployments')
        .set({
          status: end.outcome ?? 'failed',
          result: (end.result ?? 'An administrator skipped a step, so the result wasn’t checked.').slice(0, 2_000),
          deployed_revision: end.revision?.slice(0, 200) ?? null,
          ended_at: now,
        })
        .where('id', '=', subjectId)
        .where('status', '=', 'running')
        .returning(endedColumns)
        .executeTakeFirst()
      if (endedDeployment) await reportEnd(db, subjectId, endedDeployment)
    },
    async failed({ db, subjectId, now, step: title, message }) {
      const endedDeployment = await db
        .updateTable('deployments')
        .set({ status: 'failed', result: `“${title}”: ${message}`.slice(0, 2_000), ended_at: now })
        .where('id', '=', subjectId)
        .where('status', 'in', ['queued', 'running'])
        .returning(endedColumns)
        .executeTakeFirst()
      if (endedDeployment) await reportEnd(db, subjectId, endedDeployment)
    },
  }
}
