import type { Person } from '../../../auth/actor.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { NewSandboxDetails, SandboxExtensionDetails } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { type fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { lockSandbox } from '../sandboxes/queries.ts'
import { evaluateApprovalRule } from './approvalRule.ts'
import { checkDetails, requireValid } from './checkDetails.ts'
import { evaluateExtension } from './extension.ts'
import { requireRequestableTemplate } from './requireRequestableTemplate.ts'
import type { SandboxRequestChange } from './schemas.ts'
import { countPersonUse, lockRequestLimit } from './status.ts'
import type { RequestRow } from './submit.ts'

interface Context {
  db: Db
  config: Config
  actor: Person
  foundPeople: Awaited<ReturnType<typeof fetchUnknownPeople>>
  now: Date
}

export async function reviseNew({ db, config, actor, foundPeople, now }: Context, row: RequestRow, change: SandboxRequestChange) {
  const { templateId = row.template_id, towerId = row.tower_id, justification: _, ...changedFields } = change
  const details: NewSandboxDetails = { ...(row.details as NewSandboxDetails), ...changedFields }
  const template = await requireRequestableTemplate(db, actor, templateId)
  await lockRequestLimit(db, actor.id, template.id)
  await requirePeople(db, config, 'ownerIds', details.ownerIds, foundPeople)
  const { sandboxCount, overruns } = await countPersonUse(db, actor.id, template.id, now, row.id)
  requireValid(await checkDetails(db, template.fields, { ...details, towerId }, { sandboxCount, except: row.id }))
  const { approval, currency } = template.fields
  const ruleResult = evaluateApprovalRule(approval, { budget: details.budget, hours: details.hours, currency, overruns })
  return { template_id: template.id, tower_id: towerId, name: details.name, details, ruleResult }
}

export async function reviseExtension({ db, now }: Pick<Context, 'db' | 'now'>, row: RequestRow, change: SandboxRequestChange) {
  const { justification: _, hours, budget, ...others } = change
  const errors = Object.keys(others).map((field) => ({
    field,
    message: 'can’t be changed, because an extension has only hours and a budget',
  }))
  if (errors.length > 0) throw new Failure('invalidRequest', 'You can change only the hours and the budget of an extension.', { errors })
  const before = row.details as SandboxExtensionDetails
  const details = { hours: hours ?? before.hours, budget: budget ?? before.budget }
  const sandbox = await lockSandbox(db, row.sandbox_id!)
  const ruleResult = await evaluateExtension(db, row.requester_id, sandbox, details, now)
  return { details, ruleResult }
}
