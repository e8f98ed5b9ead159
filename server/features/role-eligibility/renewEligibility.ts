import { sql } from 'kysely'
import { auditAsSlipway } from '../../audit/auditAsSlipway.ts'
import type { Db } from '../../db/database.ts'
import { announce } from '../../jobs/changes.ts'
import { type Step, Wait, type Workflow } from '../../jobs/workflow.ts'
import { homeOf } from '../account-access/home.ts'
import { askForEligibility } from './grantEligibility.ts'
import { timesOf } from './record.ts'

type Input = Record<string, never>

/** What the first step leaves to the others: what to ask for, or why there is nothing to do. */
type Finding = { type: 'AdminExtend' | 'AdminRenew' } | { over: 'notWanted' | 'goneInAzure' | 'holds'; endsAt?: string | null }

/** Azure answers with rounded times. */
const toleranceMs = 60_000

function readRow(db: Db, renewalId: string, now: Date) {
  return db
    .selectFrom('role_eligibilities as e')
    .selectAll('e')
    .select(sql<boolean>`eligibility_is_wanted(e, ${now})`.as('wanted'))
    .where('renewal_id', '=', renewalId)
    .executeTakeFirst()
}
type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>

const rightOf = ({ scope, role_definition_id, principal_id, principal_type }: Row) => ({
  scope,
  roleDefinitionId: role_definition_id,
  principalId: principal_id,
  principalType: principal_type,
})

const checkNeed: Step<Input> = {
  name: 'checkNeed',
  title: 'Check that it is still needed',
  async run({ db, clients, subjectId, now }): Promise<Finding> {
    const row = await readRow(db, subjectId, now())
    if (!row?.wanted || !row.ends_at) return { over: 'notWanted' }
    const held = await clients.arm.getRoleEligibility(rightOf(row))
    // What an administrator took away in Azure is not given back; what has ended by itself is.
    if (!held) return row.ends_at > now() ? { over: 'goneInAzure' } : { type: 'AdminRenew' }
    const { endDateTime } = held.properties
    const moved = !endDateTime || new Date(endDateTime).getTime() - row.ends_at.getTime() > toleranceMs
    return moved ? { over: 'holds', endsAt: endDateTime ?? null } : { type: 'AdminExtend' }
  },
}

const renew: Step<Input> = {
  name: 'renew',
  title: 'Renew it in Azure',
  async run({ db, clients, subjectId, output, now }) {
    const found = output<Finding>('checkNeed')
    if ('over' in found) return {}
    const row = await readRow(db, subjectId, now())
    if (!row?.wanted) return {}
    const endsAt = await askForEligibility(
      { db, clients, now },
      {
        ...rightOf(row),
        type: found.type,
        requestKey: subjectId,
        justification: 'Renewed by Slipway: it is still needed',
        endsAt: row.wanted_until ?? undefined,
      },
    )
    return { endsAt: endsAt?.toISOString() ?? null }
  },
}

const seeInAzure: Step<Input> = {
  name: 'seeInAzure',
  title: 'See that Azure has the new end',
  async run({ db, clients, subjectId, output, now }) {
    const { endsAt } = output<{ endsAt?: string | null }>('renew')
    if (endsAt === undefined) return {}
    const row = await readRow(db, subjectId, now())
    // It was taken back while Azure was renewing it.
    if (!row?.wanted) {
      if (row)
        await clients.arm.removeRoleEligibility({
          ...rightOf(row),
          roleDefinitionId: `${row.scope}/providers/Microsoft.Authorization/roleDefinitions/${row.role_definition_id}`,
          requestKey: subjectId,
          justification: 'It is no longer needed',
        })
      return { over: 'notWanted' }
    }
    const held = await clients.arm.getRoleEligibility(rightOf(row))
    const end = held?.properties.endDateTime
    const isThere = held && (!end || (row.ends_at && new Date(end).getTime() - row.ends_at.getTime() > toleranceMs))
    return isThere ? { endsAt: end ?? null } : new Wait('Azure has taken the renewal in; it does not hold yet.')
  },
}

/** Gives an eligibility more time in Azure before it ends, unless it is no longer needed or was taken away there. */
export const renewEligibility: Workflow<Input> = {
  kind: 'renewEligibility',
  steps: [checkNeed, renew, seeInAzure],
  async succeeded({ db, runId, subjectId, now }) {
    const row = await db.selectFrom('role_eligibilities').selectAll().where('renewal_id', '=', subjectId).forUpdate().executeTakeFirst()
    if (row?.status !== 'active') return
    const steps = await db.selectFrom('work_steps').select(['name', 'output']).where('run_id', '=', runId).execute()
    const outputOf = (name: string) => (steps.find((step) => step.name === name)?.output ?? {}) as { over?: string; endsAt?: string | null }
    const { over, endsAt } = { ...outputOf('checkNeed'), ...outputOf('seeInAzure') }
    const home = homeOf(row)
    if (over === 'goneInAzure') {
      await db.updateTable('role_eligibilities').set({ status: 'ended', problem: null, updated_at: now }).where('id', '=', row.id).execute()
      await auditAsSlipway(db, {
        deed: 'roleEligibilityEnded',
        subject: home,
        before: { eligibility: factsOf(row) },
        after: { eligibility: { status: 'ended' } },
        reason: 'It was removed in Azure, so it is not renewed.',
      })
      return announce(db, home)
    }
    if (endsAt === undefined) return
    const times = timesOf(endsAt === null ? null : new Date(endsAt), now)
    await db
      .updateTable('role_eligibilities')
      .set({ ...times, problem: null, updated_at: now })
      .where('id', '=', row.id)
      .execute()
    await auditAsSlipway(db, {
      deed: 'roleEligibilityRenewed',
      subject: home,
      before: { eligibility: factsOf(row) },
      after: { eligibility: { ...factsOf(row), endsAt: times.ends_at } },
      reason: 'It is still needed, and Azure shows the new end.',
    })
    await announce(db, home)
  },
  async failed({ db, subjectId, now, step, message }) {
    const row = await db
      .updateTable('role_eligibilities')
      .set({ problem: `“${step}”: ${message}`.slice(0, 1_000), updated_at: now })
      .where('renewal_id', '=', subjectId)
      .where('status', '=', 'active')
      .returning(['account_id', 'sandbox_id'])
      .executeTakeFirst()
    if (row) await announce(db, homeOf(row))
  },
}

const factsOf = ({
  scope,
  role_definition_id,
  principal_id,
  ends_at,
}: Pick<Row, 'scope' | 'role_definition_id' | 'principal_id' | 'ends_at'>) => ({
  scope,
  roleDefinitionId: role_definition_id,
  principalId: principal_id,
  endsAt: ends_at,
})
