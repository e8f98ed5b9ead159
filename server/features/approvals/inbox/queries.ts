import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { readApprovals } from '../../../approvals/presentApproval.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { readAccessSummaries } from '../../access/assignments/summaries.ts'
import { pimActivationKind, readActivationSummaries } from '../../access/pim/queries.ts'
import { readSummaries } from '../../accounts/requests/queries.ts'
import { readUpdateSummaries } from '../../accounts/updates/queries.ts'
import { readSandboxAccessSummaries } from '../../sandboxes/access/requests.ts'
import { readSandboxRequests } from '../../sandboxes/requests/queries.ts'
import { sandboxRequestKind } from '../../sandboxes/requests/submit.ts'
import { policyChangeKind } from '../policies/kinds.ts'
import { readPolicyChanges } from '../policies/queries.ts'
import type { ApprovalItem } from './schemas.ts'

/** Approvals with what they are about: a query for each kind, however many there are. */
export async function readApprovalItems(
  { db, actor, now }: { db: Db; actor: Person; now: Date },
  where: RawBuilder<boolean>,
  order?: RawBuilder<unknown>,
  limit?: number,
): Promise<Static<typeof ApprovalItem>[]> {
  const approvals = await readApprovals(db, actor, where, order, limit, now)
  const subjects = (kind: string) => approvals.filter((each) => each.subjectKind === kind).map((each) => each.subjectId)
  const updateIds = subjects('accountUpdate')
  const [requests, updates, accesses, activations, sandboxAccesses, sandboxRequests, policyChanges] = await Promise.all([
    readSummaries(db, subjects('accountRequest')),
    updateIds.length > 0 ? readUpdateSummaries(db, sql<boolean>`u.id = any (${updateIds}::uuid[])`) : [],
    readAccessSummaries(db, subjects('accessRequest')),
    readActivationSummaries(db, subjects(pimActivationKind)),
    readSandboxAccessSummaries(db, subjects(sandboxAccessRequestKind)),
    readSandboxRequests(db, actor, subjects(sandboxRequestKind), now),
    readPolicyChanges(db, subjects(policyChangeKind)),
  ])
  const requestById = new Map(requests.map((request) => [request.id, request]))
  const updateById = new Map(updates.map((update) => [update.id, update]))
  const accessById = new Map(accesses.map((access) => [access.id, access]))
  const policyChangeById = new Map(policyChanges.map((change) => [change.id, change]))
  const sandboxAccessById = new Map(sandboxAccesses.map((access) => [access.id, access]))
  const sandboxRequestById = new Map(sandboxRequests.map((request) => [request.id, request]))
  const activationById = new Map(activations.map((activation) => [activation.id, activation]))
  return approvals.map((approval) => ({
    ...approval,
    request: requestById.get(approval.subjectId) ?? null,
    update: updateById.get(approval.subjectId) ?? null,
    access: accessById.get(approval.subjectId) ?? null,
    activation: activationById.get(approval.subjectId) ?? null,
    sandboxRequest: sandboxRequestById.get(approval.subjectId) ?? null,
    sandboxAccess: sandboxAccessById.get(approval.subjectId) ?? null,
    policyChange: policyChangeById.get(approval.subjectId) ?? null,
  }))
}
