import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { canSeeActivityAs } from '../../../auth/canSeeActivity.ts'
import type { Db } from '../../../db/database.ts'
import { person } from '../../../people/queries.ts'
import { seeRunsVerdict } from '../../../runs/policy.ts'
import { runOfSubject } from '../../../runs/queries.ts'
import { forecastOf } from './forecast.ts'
import type { Lease } from './lease.ts'
import { canDoInSandbox, ownsSandbox, type SandboxFacts, sandboxCan } from './policy.ts'
import type { QueueEntry } from './queue.ts'
import type { SandboxRow } from './sandboxRows.ts'
import type { Sandbox, SandboxSummary } from './schemas.ts'
import { displayStatus } from './states.ts'
import { sandboxSubject } from './subject.ts'

const time = (at: Date | null) => at?.toISOString() ?? null

const hourly = (rate: number) => Math.round(rate / 10_000) / 100

export function presentSummary(actor: Person, row: SandboxRow, now: Date, queueEntry: QueueEntry | undefined): SandboxSummary {
  const facts = factsOfRow(row, false, now)
  const canSeeContent = canDoInSandbox(actor, 'seeInside', facts) === true
  const isOwner = ownsSandbox(actor, row)
  return {
    id: row.id,
    name: row.name,
    purpose: row.purpose,
    status: displayStatus(row, now),
    template: { id: row.template_id, name: row.template_name },
    tower: { id: row.tower_id, name: row.tower_name },
    owners: row.owners,
    memberCount: row.member_count,
    region: row.region,
    hosting: row.hosting,
    lease: {
      hours: row.lease_hours,
      start: time(row.lease_start),
      end: time(row.lease_end),
      maxExtensions: row.terms.maxExtensions,
      extensionsUsed: row.extensions_used,
    },
    deleteAt: row.status === 'deleting' && row.removing_at === null ? time(row.delete_at) : null,
    budget: {
      currency: row.currency,
      ...(canSeeContent ? amountsOf(row, now) : noAmounts),
      percent: Math.floor((row.spent * 100) / row.budget_limit),
      // A sandbox that freezes below 100% has used up its budget when it is frozen.
      limitReachedAt: time(row.limit_reached_at ?? (row.freeze_cause === 'budget' ? row.frozen_at : null)),
      asOf: time(row.spend_at),
    },
    queue: queueEntry ? { position: queueEntry.position, estimatedAt: time(queueEntry.estimatedAt) } : null,
    failure: canSeeContent ? presentFailure(actor, row, facts) : null,
    extension: canSeeContent ? row.extension : null,
    mine: isOwner ? 'owner' : row.member ? 'member' : 'none',
    needsAction: isOwner && row.needs_owner,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

type Amounts = Pick<SandboxSummary['budget'], 'limit' | 'spent' | 'hourlyRate' | 'reachesLimitAt' | 'freezesAt'>
const noAmounts: Amounts = { limit: null, spent: null, hourlyRate: null, reachesLimitAt: null, freezesAt: null }

function amountsOf(row: SandboxRow, now: Date): Amounts {
  const { freezesAt, reachesLimitAt } = forecastOf(row, now)
  return {
    limit: row.budget_limit,
    spent: row.spent,
    hourlyRate: hourly(row.hourly_rate),
    reachesLimitAt: time(reachesLimitAt),
    freezesAt: time(freezesAt),
  }
}

function presentFailure(actor: Person, row: SandboxRow, facts: SandboxFacts): SandboxSummary['failure'] {
  if (!row.failure) return null
  const retry = canDoInSandbox(actor, 'retry', facts)
  return {
    ...row.failure,
    since: new Date(row.failure.since).toISOString(),
    can: {
      retry: retry === true && !row.failure.runId ? 'This sandbox has no run. Retry all runs of this type.' : retry,
      seeRun: seeRunsVerdict(actor),
    },
  }
}

function loadRelatedFacts(db: Db, row: SandboxRow) {
  return db
    .selectFrom('sandboxes')
    .innerJoin('sandbox_requests as r', 'r.id', 'sandboxes.request_id')
    .select([
      'r.reference',
      person(sql`sandboxes.requester_id`).as('requester'),
      person(sql`sandboxes.delete_requested_by`).as('delete_asker'),
      sql<boolean>`exists (select from sandbox_actions a where a.sandbox_id = sandboxes.id and a.status = 'open' and a.kind in ('freeze', 'resume'))`.as(
        'settling',
      ),
      sql<string | null>`(select a.id from sandbox_actions a where a.sandbox_id = sandboxes.id order by a.created_at desc limit 1)`.as(
        'last_action',
      ),
    ])
    .where('sandboxes.id', '=', row.id)
    .executeTakeFirstOrThrow()
}

type FactRow = Lease & { member: boolean; owners: { id: string }[] }

export function factsOfRow(row: FactRow, extensionWaits: boolean, now: Date): SandboxFacts {
  return { lease: row, owners: row.owners, member: row.member, extensionWaits, now }
}

const portal = 'https://portal.azure.com/#resource'

/** A sandbox has a location in Azure from the start of its lease until its deletion. */
function portalUrl({ subscription_id, resource_group, lease_start, status }: SandboxRow): string | null {
  if (!subscription_id || !lease_start || status === 'deleted') return null
  const group = resource_group ? `/resourceGroups/${encodeURIComponent(resource_group)}` : ''
  return `${portal}/subscriptions/${subscription_id}${group}/overview`
}

/** Decides which details each person sees: only people with `seeInside` see its amounts, location, runs and requests. */
export async function presentFullSandbox(
  db: Db,
  actor: Person,
  row: SandboxRow,
  now: Date,
  queueEntry: QueueEntry | undefined,
): Promise<Sandbox> {
  const relatedFacts = await loadRelatedFacts(db, row)
  const can = sandboxCan(actor, factsOfRow(row, row.extension !== null, now))
  const canSeeContent = can.seeInside === true
  return {
    ...presentSummary(actor, row, now, queueEntry),
    requester: relatedFacts.requester,
    requestId: row.request_id,
    reference: relatedFacts.reference,
    subscriptionId: canSeeContent ? row.subscription_id : null,
    resourceGroup: canSeeContent ? row.resource_group : null,
    portalUrl: canSeeContent ? portalUrl(row) : null,
    terms: row.terms as Sandbox['terms'],
    frozen:
      row.frozen_at && row.freeze_cause && row.status === 'frozen'
        ? { at: row.frozen_at.toISOString(), cause: row.freeze_cause, resolved: !relatedFacts.settling }
        : null,
    deletion:
      row.delete_requested_at && row.delete_cause && row.delete_at
        ? {
            requestedAt: row.delete_requested_at.toISOString(),
            requestedBy: row.delete_requested_by ? relatedFacts.delete_asker : null,
            cause: row.delete_cause,
            at: row.delete_at.toISOString(),
            removing: row.removing_at !== null,
          }
        : null,
    run: canSeeContent && relatedFacts.last_action ? await runOfSubject(db, actor, 'sandboxAction', relatedFacts.last_action) : null,
    deletedAt: time(row.deleted_at),
    can: { ...can, follow: canSeeActivityAs(actor, sandboxSubject, row.owners) },
  }
}
