import { Type } from 'typebox'
import { previewApproval } from '../../approvals/openApproval.ts'
import { operation } from '../../http/operation.ts'
import { namedStages } from '../people/namedStages.ts'
import { lookUpPeople } from '../people/requirePeople.ts'
import { Uuid } from '../people/schemas.ts'
import { typicalCost } from '../sandbox-spend/typicalCost.ts'
import { placeFor } from '../sandbox-work/places.ts'
import { checkDetails } from './checkDetails.ts'
import { rule } from './ruling.ts'
import { PartialSandboxRequest, SandboxRequestCheck } from './schemas.ts'
import { standingOf } from './standing.ts'
import { sandboxRequestFacts, sandboxRequestKind } from './submit.ts'
import { templateToAskFor } from './templateToAskFor.ts'

export const checkSandboxRequest = operation({
  id: 'checkSandboxRequest',
  method: 'POST',
  path: '/sandbox-requests/check',
  tag: 'sandbox-requests',
  summary: 'Try a request without sending it: what is wrong with it, whether anybody has to decide and who, whether there is room',
  access: 'signedIn',
  body: Type.Object({ details: PartialSandboxRequest, requestId: Type.Optional(Uuid) }, { additionalProperties: false }),
  answers: { 200: SandboxRequestCheck },
  errors: ['notFound', 'conflict'],
  changesNothing: true,
  // While the directory is down the check goes on without it; submitting asks again.
  prepare(preparation) {
    const { ownerIds = [], members = [] } = preparation.body.details
    return lookUpPeople(preparation, [...ownerIds, ...members.map(({ personId }) => personId)]).catch(() => [])
  },
  async handler({ db, actor, body, now }, newcomers) {
    const { details, requestId } = body
    const template = await templateToAskFor(db, actor, details.templateId)
    const { approval, currency, hosting, defaultBudget, defaultHours } = template.fields
    const at = now()
    const { held, overruns } = await standingOf(db, actor.id, template.id, at, requestId)
    const options = { held, newcomers, ...(requestId ? { except: requestId } : {}) }
    const [checks, queue] = await Promise.all([checkDetails(db, template.fields, details, options), placeFor(db, hosting, at)])
    const { budget = defaultBudget, hours = defaultHours, towerId } = details
    const typical = await typicalCost(db, template.fields, hours)
    const ruling = rule(approval, { budget, hours, currency, overruns })
    const decided = ruling.automatic || !towerId || checks.some(({ field, state }) => field === 'towerId' && state === 'bad')
    const stages = decided ? [] : await previewApproval(db, sandboxRequestKind, actor.id, sandboxRequestFacts(towerId, null))
    return {
      checks,
      automatic: ruling.automatic,
      ruling: ruling.why,
      preview: decided ? null : { stages: await namedStages(db, stages) },
      queue: queue && { position: queue.position, estimatedAt: queue.estimatedAt?.toISOString() ?? null },
      typicalCost: typical && { amount: typical.amount, currency: typical.currency, unpriced: typical.unpriced },
    }
  },
})
