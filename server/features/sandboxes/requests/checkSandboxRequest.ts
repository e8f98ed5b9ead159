import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { Uuid } from '../../../people/schemas.ts'
import { placesFor } from '../provisioning/capacity.ts'
import { typicalCost } from '../spend/typicalCost.ts'
import { evaluateApprovalRule } from './approvalRule.ts'
import { checkDetails } from './checkDetails.ts'
import { previewDecision } from './previewDecision.ts'
import { requireRequestableTemplate } from './requireRequestableTemplate.ts'
import { PartialSandboxRequest, SandboxRequestCheck } from './schemas.ts'
import { countPersonUse } from './status.ts'
import { sandboxRequestFacts } from './submit.ts'

export const checkSandboxRequest = operation({
  id: 'checkSandboxRequest',
  method: 'POST',
  path: '/sandbox-requests/check',
  tag: 'sandbox-requests',
  summary: 'Check a sandbox request before you submit it: problems, approvers and capacity',
  access: 'signedIn',
  body: Type.Object({ details: PartialSandboxRequest, requestId: Type.Optional(Uuid) }, { additionalProperties: false }),
  responses: { 200: SandboxRequestCheck },
  errors: ['notFound', 'conflict'],
  readOnly: true,
  // If the directory is unavailable, the check continues without it, because the submission reads the directory again.
  prepare(preparation) {
    const { ownerIds = [], members = [] } = preparation.body.details
    return fetchUnknownPeople(preparation, [...ownerIds, ...members.map(({ personId }) => personId)]).catch(() => [])
  },
  async handler({ db, actor, body, now }, newPeople) {
    const { details, requestId } = body
    const template = await requireRequestableTemplate(db, actor, details.templateId)
    const { approval, currency, hosting, defaultBudget, defaultHours } = template.fields
    const at = now()
    const { sandboxCount, overruns } = await countPersonUse(db, actor.id, template.id, at, requestId)
    const options = { sandboxCount, newPeople, ...(requestId ? { except: requestId } : {}) }
    const [checks, queueEntries] = await Promise.all([checkDetails(db, template.fields, details, options), placesFor(db, at)])
    const { budget = defaultBudget, hours = defaultHours, towerId } = details
    const queue = queueEntries[hosting]
    const typicalCostResult = await typicalCost(db, template.fields, hours)
    const ruleResult = evaluateApprovalRule(approval, { budget, hours, currency, overruns })
    const hasNoTower = !towerId || checks.some(({ field, state }) => field === 'towerId' && state === 'bad')
    const facts = { kind: 'new' as const, name: details.name ?? '', towerId: towerId ?? '', sandboxId: null, region: details.region ?? '' }
    return {
      checks,
      ...(await previewDecision(db, {
        requesterId: actor.id,
        facts: hasNoTower ? null : sandboxRequestFacts({ ...facts, hours, budget, currency }),
        ruleResult,
        now: at,
      })),
      queue: queue && { position: queue.position, estimatedAt: queue.estimatedAt?.toISOString() ?? null },
      typicalCost: typicalCostResult && {
        amount: typicalCostResult.amount,
        currency: typicalCostResult.currency,
        unpriced: typicalCostResult.unpriced,
      },
    }
  },
})
