import { sql } from 'kysely'
import { type ApprovalSubject, describeOutcome } from '../../../approvals/subject.ts'
import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { accountOwner, anyOf, isParticipant, requestDeniedMessage } from '../../../subjects/subject.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { buildAccount } from './build/buildAccount.ts'
import type { BuildInput } from './build/input.ts'
import { accountRequestEvidence } from './evidence.ts'
import { loadSummaries } from './queries.ts'
import { type AccountRequestDetails, AccountRequestSummary } from './schemas.ts'

const kind = 'accountRequest'
const sentences = {
  approved: 'was approved and is being set up',
  rejected: 'was rejected',
  changes_requested: 'needs changes',
  expired: 'expired without a decision',
}

export const accountRequestSubject = {
  kind,
  paths: ['/account-requests/'],
  page: (id) => `/requests/${id}`,
  nameSource: { table: sql`account_requests`, name: sql`s.name || ' ' || s.reference` },
  scope: (id) => sql`select null::uuid as account_id, family_id, tower_id from account_requests where id = ${id}`,
  activity: { table: sql`account_requests`, own: anyOf(isParticipant(kind), accountOwner), deniedMessage: requestDeniedMessage },
  policy: { name: 'New accounts', relations: ['towerLead', 'familyOwner', 'manager', 'productApprover'] },
  requests: 'account_requests',
  summary: AccountRequestSummary,
  summaries: ({ db }, ids) => loadSummaries(db, ids),
  evidence: accountRequestEvidence,
  shape: sql`(select r.family_id::text from account_requests r where r.id = a.subject_id)`,
  seriousWarnings: () => sql`(select exists (select from people p where not p.active
      and p.id in (select o::uuid from jsonb_array_elements_text(r.details -> 'ownerIds') o))::int
    from account_requests r where r.id = a.subject_id)`,
  searchNames: (ids) => sql`select id, lower(concat_ws(' ', reference, name)) from account_requests where id in (${ids})`,
  async notification(db, requestId) {
    const request = await db
      .selectFrom('account_requests as r')
      .innerJoin('people as p', 'p.id', 'r.requester_id')
      .select(['r.name', 'r.reference', 'p.display_name'])
      .where('r.id', '=', requestId)
      .executeTakeFirstOrThrow()
    return { title: `${request.display_name} requests ${request.name}`, body: `${request.reference} is waiting for your decision.` }
  },
  async onClosed({ db, jobs, now }, requestId, outcome, comment, automatic) {
    const request = await db
      .updateTable('account_requests')
      .set({ status: outcome, version: sql`version + 1`, updated_at: now })
      .where('id', '=', requestId)
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = request.details as unknown as AccountRequestDetails
    if (outcome === 'approved')
      await startBuilding(
        db,
        jobs,
        { accountId: request.planned_account_id, requestId, reference: request.reference, requesterId: request.requester_id, details },
        now,
      )
    await notify(db, [request.requester_id], {
      kind: `request.${outcome}`,
      subjectKind: kind,
      subjectId: requestId,
      title: `${request.reference} ${sentences[outcome]}`,
      body: describeOutcome(details.name, outcome, comment, automatic),
      key: `${requestId}:${outcome}:${request.version}`,
    })
    await publishChange(db, { kind, id: requestId })
  },
} satisfies ApprovalSubject

async function startBuilding(db: Db, jobs: Jobs, input: BuildInput, now: Date): Promise<void> {
  const { accountId, requestId, details } = input
  await db
    .insertInto('accounts')
    .values({
      id: accountId,
      name: details.name,
      description: details.description,
      kind: 'cloud',
      environment: details.environment,
      workload: details.workload,
      status: 'provisioning',
      subscription_id: null,
      management_group_id: null,
      tower_id: details.towerId,
      family_id: details.familyId,
      cost_centre: details.costCentre,
      data_classification: details.dataClassification,
      criticality: details.criticality,
      region: details.region,
      network: JSON.stringify({ connectivity: details.connectivity, addressSpaces: [] }),
      budget: JSON.stringify(details.budget),
      catalogue_item_ids: details.catalogueItemIds,
      tags: JSON.stringify(details.tags),
      request_id: requestId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('account_owners')
    .values(details.ownerIds.map((person_id, position) => ({ account_id: accountId, person_id, position })))
    .execute()
  await db.updateTable('account_requests').set({ account_id: accountId }).where('id', '=', requestId).execute()
  await startRun({ db, jobs }, buildAccount, { kind, id: requestId }, { ...input })
}
