import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { emptyFacts } from '../../../approvals/facts.ts'
import { evaluateRules, type PolicyRules } from '../../../approvals/rules.ts'
import type { ApprovalStatus } from '../../../db/tables.ts'

export const hour = 3_600_000
export const day = 24 * hour

/** The clock is half a year ahead, so that the requests of the sample are too old to count. */
export const startReplayApp = () =>
  startTestApp({
    now: () => new Date(Date.now() + 200 * day),
    violates: { 'approval-stages-have-their-votes': 'Past requests are written without their votes, which a replay does not read.' },
  })

export const livePolicy = (app: Pick<TestApp, 'db'>, kind = 'accountRequest') =>
  app.db.selectFrom('approval_policies').selectAll().where('subject_kind', '=', kind).where('active', '=', true).executeTakeFirstOrThrow()

export async function draft(app: TestApp, rules: Partial<PolicyRules>) {
  const { id, version, subject_kind, name, reject, approve, stages } = await livePolicy(app)
  const draftVersion = version + 1
  await app.db.deleteFrom('approval_policies').where('id', '=', id).where('status', 'in', ['draft', 'proposed']).execute()
  const policyDocument = { reject, approve, stages, ...rules }
  await app.db
    .insertInto('approval_policies')
    .values({
      id,
      version: draftVersion,
      subject_kind,
      name,
      reject: JSON.stringify(policyDocument.reject),
      approve: JSON.stringify(policyDocument.approve),
      stages: JSON.stringify(policyDocument.stages),
      status: 'draft',
      based_on: version,
    })
    .execute()
  return { id, version: draftVersion, path: `/approval-policies/${id}/versions/${draftVersion}/replay` }
}

export interface PastDecision {
  name?: string
  budget?: number
  environment?: string
  status?: ApprovalStatus
  daysAgo?: number
  /** The hours until each stage was decided. */
  hours?: number
  automatic?: string
  recorded?: boolean
  risk?: number
}

export async function file(app: TestApp, requests: PastDecision[]): Promise<string[]> {
  const policy = await livePolicy(app)
  const family = app.company.families.find(({ name }) => name === 'Checkout')!
  const ids: string[] = []
  for (const {
    name = 'checkout-past',
    budget = 400,
    environment = 'development',
    status = 'approved',
    daysAgo = 10,
    hours = 10,
    ...extra
  } of requests) {
    const facts = emptyFacts()
    Object.assign(facts.request, { budget })
    Object.assign(facts.target, { name, environment })
    facts.risk.score = extra.risk ?? 0
    const id = randomUUID()
    const openedAtMs = app.context.now().getTime() - daysAgo * day
    const result = evaluateRules(policy, facts)
    const stages = extra.automatic || result.outcome !== 'stages' ? [] : result.stages
    // The triggers are disabled, because these past requests have no votes.
    await app.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx
        .insertInto('approvals')
        .values({
          id,
          subject_kind: policy.subject_kind,
          subject_id: randomUUID(),
          requester_id: app.persona('Priya').id,
          policy_id: policy.id,
          policy_version: policy.version,
          tower_id: family.towerId,
          family_id: family.id,
          account_id: null,
          sandbox_id: null,
          status,
          stage: stages.length,
          opened_at: new Date(openedAtMs),
          due_at: new Date(openedAtMs + 14 * day),
          closed_at: status === 'pending' ? null : new Date(openedAtMs + stages.length * hours * hour),
          facts: JSON.stringify(extra.recorded === false ? {} : facts),
          automatic: extra.automatic ?? null,
        })
        .execute()
      for (const [index, stage] of stages.entries())
        await tx
          .insertInto('approval_stages')
          .values({
            approval_id: id,
            stage: index + 1,
            name: stage.name,
            rule: JSON.stringify(stage.rule),
            minimum: stage.minimum,
            status: 'approved',
            opened_at: new Date(openedAtMs + index * hours * hour),
            closed_at: new Date(openedAtMs + (index + 1) * hours * hour),
          })
          .execute()
    })
    ids.push(id)
  }
  return ids
}

export async function replay(app: TestApp, path: string, body: object = {}) {
  const niamh = app.as(app.persona('Niamh').id)
  const replayResponse = await niamh.post(path, body)
  if (replayResponse.status !== 202) throw new Error(`it did not start: ${JSON.stringify(replayResponse.body)}`)
  await until(async () => (await niamh.get(path)).body.replay?.status === 'done')
  return (await niamh.get(path)).body.replay
}
