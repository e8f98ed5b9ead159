import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import type { NewSandboxDetails, SandboxTerms } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { allocateQueued } from '../provisioning/capacity.ts'
import { recordEvent } from '../sandboxes/events.ts'

interface ApprovedRequest {
  id: string
  planned_sandbox_id: string
  reference: string
  template_id: string
  requester_id: string
  tower_id: string
  name: string
  justification: string
}

/**
 * Creates the sandbox in the transaction of the approval, with its owners and the current terms of the template, and adds it to the queue.
 * Provisioning starts immediately if there is capacity.
 */
export async function createSandbox(
  { db, jobs }: { db: Db; jobs: Jobs },
  request: ApprovedRequest & { details: unknown },
  now: Date,
): Promise<string> {
  const details = request.details as NewSandboxDetails
  const template = await db
    .selectFrom('sandbox_templates')
    .selectAll()
    .where('id', '=', request.template_id)
    .forShare()
    .executeTakeFirstOrThrow()
  const terms: SandboxTerms = {
    templateName: template.name,
    allowedResourceTypes: template.allowed_resource_types,
    maxBudget: template.max_budget,
    maxHours: template.max_hours,
    maxExtensions: template.max_extensions,
    extensionHours: template.extension_hours,
    maxMembers: template.max_members,
    thresholds: template.thresholds,
    reminderHours: template.reminder_hours,
    idleHours: template.idle_hours,
    approval: template.approval,
    groups: template.groups,
  }
  const ownerIds = await validateDetails(db, details, terms)
  const id = request.planned_sandbox_id
  await updateRow(db, 'sandbox_requests', request.id, { status: 'approved', sandbox_id: id, ...nextVersion(now) })
  await db
    .insertInto('sandboxes')
    .values({
      id,
      name: request.name,
      purpose: request.justification,
      status: 'queued',
      template_id: request.template_id,
      terms: JSON.stringify(terms),
      request_id: request.id,
      requester_id: request.requester_id,
      tower_id: request.tower_id,
      region: details.region,
      hosting: template.hosting,
      lease_hours: details.hours,
      currency: template.currency,
      budget_limit: details.budget,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('sandbox_owners')
    .values(ownerIds.map((person_id, position) => ({ sandbox_id: id, person_id, position })))
    .execute()
  await recordEvent(db, { sandboxId: id, kind: 'approved', text: `${request.reference} was approved.`, key: 'approved', now })
  await publishChange(db, { kind: 'sandbox', id })
  await allocateQueued({ db, jobs, now })
  return id
}

export const missingGroup = (group: string) => `Sandboxes of this template no longer have a group “${group}”. Request changes instead.`

/**
 * Checks the owners and the template again, because people can leave and templates can change during an approval.
 * @returns the active owners
 * @throws conflict that says what to do
 */
async function validateDetails(db: Db, { ownerIds, members }: NewSandboxDetails, terms: SandboxTerms): Promise<string[]> {
  const active = await db.selectFrom('people').select('id').where('id', 'in', ownerIds).where('active', '=', true).forShare().execute()
  if (active.length === 0) throw new Failure('conflict', 'None of the owners is still active. Request changes instead.')
  const memberOfMissingGroup = members.find(({ group }) => !terms.groups.some(({ suffix }) => suffix === group))
  if (memberOfMissingGroup) throw new Failure('conflict', missingGroup(memberOfMissingGroup.group))
  return ownerIds.filter((id) => active.some((person) => person.id === id.toLowerCase()))
}
