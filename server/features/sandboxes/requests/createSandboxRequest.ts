import { operation, reply } from '../../../http/operation.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { evaluateApprovalRule } from './approvalRule.ts'
import { checkDetails, requireValid } from './checkDetails.ts'
import { loadSandboxRequest } from './queries.ts'
import { requireRequestableTemplate } from './requireRequestableTemplate.ts'
import { NewSandboxRequest, SandboxRequest } from './schemas.ts'
import { countPersonUse, lockRequestLimit } from './status.ts'
import { sendForApproval } from './subject.ts'
import { writeRequest } from './submit.ts'

export const createSandboxRequest = operation({
  id: 'createSandboxRequest',
  method: 'POST',
  path: '/sandbox-requests/new',
  tag: 'sandbox-requests',
  summary: 'Request a sandbox',
  description:
    'A request within the limits of its template is approved automatically; otherwise an approver decides. If there is no capacity, the sandbox waits in the queue.',
  access: 'signedIn',
  body: NewSandboxRequest,
  responses: { 201: SandboxRequest },
  errors: ['notFound', 'nameTaken', 'conflict', 'outsideFailed'],
  prepare: (preparation) =>
    fetchUnknownPeople(preparation, [...preparation.body.ownerIds, ...preparation.body.members.map(({ personId }) => personId)]),
  async handler({ db, jobs, actor, body, config, now, audit, changed }, foundPeople) {
    const { templateId, towerId, justification, ...details } = body
    const template = await requireRequestableTemplate(db, actor, templateId)
    await lockRequestLimit(db, actor.id, template.id)
    const at = now()
    await requirePeople(db, config, 'ownerIds', body.ownerIds, foundPeople)
    const { sandboxCount, overruns } = await countPersonUse(db, actor.id, template.id, at)
    requireValid(await checkDetails(db, template.fields, body, { sandboxCount }))
    const { budget, hours } = body
    const { approval, currency } = template.fields
    const ruleResult = evaluateApprovalRule(approval, { budget, hours, currency, overruns })
    const request = await writeRequest(db, {
      kind: 'new',
      templateId: template.id,
      sandboxId: null,
      requesterId: actor.id,
      towerId,
      name: body.name,
      justification,
      details,
      ruleResult,
      now: at,
    })
    const opened = await sendForApproval({ db, jobs, now: at }, request, ruleResult)
    audit({
      subject: { kind: 'sandboxRequest', id: request.id },
      after: { ...body, currency, outcome: opened.outcome, decisionReasons: opened.decisionReason ?? ruleResult.reasons },
    })
    await changed('sandboxRequest', request.id)
    return reply(201, await loadSandboxRequest(db, actor, request.id, at), { location: `/sandbox-requests/${request.id}` })
  },
})
