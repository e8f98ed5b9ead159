import { sql } from 'kysely'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { formatDay } from '../../../format.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { type Step, type StepContext, Wait, type Workflow } from '../../../workflows/workflow.ts'
import { notificationSubject, ownersOfResource, owningResource } from '../accounts/owningResource.ts'
import { requestEligibility } from './grantEligibility.ts'
import { timesOf } from './record.ts'

type Input = Record<string, never>

type Finding = { over?: undefined } | { over: 'notWanted' | 'goneInAzure' | 'holds'; endsAt?: string | null }

/** Azure returns rounded times. */
const toleranceMs = 60_000
/** Azure's list can lag, so an eligibility counts as missing only after this many reads in a row without it. */
const minMissingReads = 3
const rereadDelayMs = 60_000

function loadRow(db: Db, renewalId: string, now: Date) {
  return db
    .selectFrom('role_eligibilities as e')
    .leftJoin('accounts as a', 'a.id', 'e.account_id')
    .selectAll('e')
    .select(['a.status as account_status', sql<boolean>`eligibility_is_needed(e, ${now})`.as('wanted')])
    .where('renewal_id', '=', renewalId)
    .executeTakeFirst()
}
type Row = NonNullable<Awaited<ReturnType<typeof loadRow>>>

const assignmentOf = ({ scope, role_definition_id, principal_id, principal_type }: Row) => ({
  scope,
  roleDefinitionId: role_definition_id,
  principalId: principal_id,
  principalType: principal_type,
})

/**
 * Called after each read in which the eligibility is missing.
 * @returns undefined when enough reads confirm that the eligibility is missing
 */
async function rereadMissing({ checkpoint, saveCheckpoint }: StepContext<Input>): Promise<Wait | undefined> {
  const missingReads = Number(checkpoint.missingReads ?? 0) + 1
  if (missingReads >= minMissingReads) return undefined
  await saveCheckpoint({ ...checkpoint, missingReads })
  return new Wait('Azure doesn’t list the eligibility. Slipway is checking again.', rereadDelayMs)
}

const checkNeed: Step<Input> = {
  name: 'checkNeed',
  title: 'Check that the eligibility is still needed',
  async run(context): Promise<Finding | Wait> {
    const { db, clients, subjectId, now } = context
    const row = await loadRow(db, subjectId, now())
    if (!row?.wanted || !row.ends_at) return { over: 'notWanted' }
    const eligibility = await clients.arm.getRoleEligibility(assignmentOf(row))
    if (!eligibility) {
      // An eligibility that expired is renewed; one that an administrator removed in Azure is not.
      if (row.ends_at <= now()) return {}
      return (await rereadMissing(context)) ?? { over: 'goneInAzure' }
    }
    const { endDateTime } = eligibility.properties
    const hasMoved = !endDateTime || new Date(endDateTime).getTime() - row.ends_at.getTime() > toleranceMs
    return hasMoved ? { over: 'holds', endsAt: endDateTime ?? null } : {}
  },
}

const renew: Step<Input> = {
  name: 'renew',
  title: 'Renew the eligibility in Azure',
  async run({ db, clients, subjectId, output, now }) {
    if (output<Finding>('checkNeed').over) return {}
    const row = await loadRow(db, subjectId, now())
    if (!row?.wanted || !row.ends_at) return {}
    // The eligibility might have ended between the check and a retry of this step.
    const eligibility = row.ends_at > now() || (await clients.arm.getRoleEligibility(assignmentOf(row)))
    try {
      const endsAt = await requestEligibility({ db, clients, now }, owningResource(row), {
        ...assignmentOf(row),
        type: eligibility ? 'AdminExtend' : 'AdminRenew',
        requestKey: subjectId,
        justification: 'Renewed by Slipway because it is still needed',
        endsAt: row.renew_until ?? undefined,
      })
      return { endsAt: endsAt?.toISOString() ?? null }
    } catch (error) {
      // Azure accepts only one request at a time, so it has not accepted this renewal.
      if (error instanceof ExternalError && error.code === 'PendingRoleAssignmentRequest')
        return new Wait('Another request for this eligibility is pending in Azure.')
      throw error
    }
  },
}

async function removeRenewed(context: StepContext<Input>, row: Row): Promise<Record<string, unknown> | Wait> {
  const { db, clients, subjectId, checkpoint, now, saveCheckpoint } = context
  if (row.status === 'active') {
    // A decommission records each eligibility before it removes it, so that an undo can restore it.
    if (row.account_status === 'decommissioning') return new Wait('The account is being decommissioned, which removes the eligibility.')
    if (!(await endUnwanted(db, row, now())))
      return new Wait('The group’s roles or settings changed in the meantime, so this eligibility isn’t renewed.')
  }
  if (!(await clients.arm.getRoleEligibility(assignmentOf(row)))) return (await rereadMissing(context)) ?? { over: 'notWanted' }
  const round = Number(checkpoint.round ?? 0)
  await clients.arm.removeRoleEligibility({
    ...assignmentOf(row),
    roleDefinitionId: `${row.scope}/providers/Microsoft.Authorization/roleDefinitions/${row.role_definition_id}`,
    requestKey: `${subjectId} ${round}`,
    justification: 'No longer needed',
  })
  await saveCheckpoint({ round: round + 1 })
  return new Wait('Azure is removing the eligibility.')
}

/** @returns false if the eligibility is needed again, or had already ended */
function endUnwanted(db: Db, row: Row, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const endedEligibility = await tx
      .updateTable('role_eligibilities as e')
      .set({ status: 'ended', updated_at: now })
      .where('id', '=', row.id)
      .where('status', '=', 'active')
      .where(sql<boolean>`not eligibility_is_needed(e, ${now})`)
      .returning('id')
      .executeTakeFirst()
    if (!endedEligibility) return false
    await recordSystemEvent(tx, {
      action: 'roleEligibilityRemoved',
      subject: owningResource(row),
      before: { eligibility: factsOf(row) },
      after: { eligibility: { status: 'ended' } },
      reason: 'The eligibility is no longer needed, so Slipway removes it although Azure renewed it.',
    })
    await publishChange(tx, owningResource(row))
    return true
  })
}

const verifyInAzure: Step<Input> = {
  name: 'verifyInAzure',
  title: 'Wait until Azure shows the new end date',
  async run(context) {
    const { db, clients, subjectId, output, now } = context
    if (output<{ endsAt?: string | null }>('renew').endsAt === undefined) return {}
    const row = await loadRow(db, subjectId, now())
    if (!row) return { over: 'notWanted' }
    if (!row.wanted) return removeRenewed(context, row)
    const eligibility = await clients.arm.getRoleEligibility(assignmentOf(row))
    const end = eligibility?.properties.endDateTime
    const isThere = eligibility && (!end || (row.ends_at && new Date(end).getTime() - row.ends_at.getTime() > toleranceMs))
    return isThere ? { endsAt: end ?? null } : new Wait('Azure accepted the renewal. It isn’t in effect yet.')
  },
}

export const renewEligibility: Workflow<Input> = {
  kind: 'renewEligibility',
  steps: [checkNeed, renew, verifyInAzure],
  async succeeded({ db, runId, subjectId, now }) {
    const row = await db.selectFrom('role_eligibilities').selectAll().where('renewal_id', '=', subjectId).forUpdate().executeTakeFirst()
    if (row?.status !== 'active') return
    const steps = await db.selectFrom('work_steps').select(['name', 'output']).where('run_id', '=', runId).execute()
    const outputOf = (name: string) => (steps.find((step) => step.name === name)?.output ?? {}) as { over?: string; endsAt?: string | null }
    const { over, endsAt } = { ...outputOf('checkNeed'), ...outputOf('verifyInAzure') }
    const resource = owningResource(row)
    if (over === 'goneInAzure') {
      await db.updateTable('role_eligibilities').set({ status: 'ended', updated_at: now }).where('id', '=', row.id).execute()
      await recordSystemEvent(db, {
        action: 'roleEligibilityEnded',
        subject: resource,
        before: { eligibility: factsOf(row) },
        after: { eligibility: { status: 'ended' } },
        reason: 'The eligibility was removed in Azure, so it isn’t renewed.',
      })
      return publishChange(db, resource)
    }
    if (endsAt === undefined) return
    const times = timesOf(endsAt === null ? null : new Date(endsAt), now)
    await updateRow(db, 'role_eligibilities', row.id, { ...times, updated_at: now })
    await recordSystemEvent(db, {
      action: 'roleEligibilityRenewed',
      subject: resource,
      before: { eligibility: factsOf(row) },
      after: { eligibility: { ...factsOf(row), endsAt: times.ends_at } },
      reason: 'The eligibility is still needed, and Azure shows the new end date.',
    })
    await publishChange(db, resource)
  },
  async failed({ db, subjectId, now, step, message }) {
    const row = await loadRow(db, subjectId, now)
    if (!row?.wanted || !row.ends_at) return
    const resource = owningResource(row)
    const end = formatDay(row.ends_at)
    await notify(db, await ownersOfResource(db, resource), {
      kind: 'workStuck',
      ...notificationSubject(resource),
      title: `Eligibility of ${await nameOfPrincipal(db, row)} couldn’t be renewed`,
      body: `${row.ends_at > now ? `Ends on ${end}` : `Ended on ${end}`}. “${step}”: ${message} Slipway retries every 12 hours, and administrators can see the failed run.`,
      // Owners are notified once for each end date, although the renewal is retried until it succeeds.
      key: `eligibility:${row.id}:${row.ends_at.toISOString()}`,
    })
    await publishChange(db, resource)
  },
}

async function nameOfPrincipal(db: Db, { principal_id }: Row): Promise<string> {
  const principal = await db
    .selectFrom('access_groups')
    .select('name')
    .where('directory_group_id', '=', principal_id)
    .unionAll(db.selectFrom('people').select('display_name as name').where('id', '=', principal_id))
    .limit(1)
    .executeTakeFirst()
  return principal?.name ?? 'a group'
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
