import { Type } from 'typebox'
import { addPersonNames } from '../../../approvals/addPersonNames.ts'
import { previewApproval } from '../../../approvals/previewApproval.ts'
import { currency } from '../../../currency.ts'
import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { Uuid } from '../../../people/schemas.ts'
import { approvalFacts, checkDetails } from './checkDetails.ts'
import { PartialDetails, RequestCheck } from './schemas.ts'

export const checkAccountRequest = operation({
  id: 'checkAccountRequest',
  method: 'POST',
  path: '/account-requests/check',
  tag: 'account-requests',
  summary: 'Check an account request before you submit it: problems, approvers, usual duration',
  access: 'signedIn',
  body: Type.Object({ details: PartialDetails, requestId: Type.Optional(Uuid) }, { additionalProperties: false }),
  responses: { 200: RequestCheck },
  errors: ['conflict'],
  readOnly: true,
  // If the directory is unavailable, the check continues without it, because the submission reads the directory again.
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.details.ownerIds ?? []).catch(() => []),
  async handler({ db, actor, body, config, now }, newPeople) {
    const { details, requestId } = body
    const { towerId, familyId, environment, catalogueItemIds = [] } = details
    const checks = await checkDetails({ db, config }, details, requestId, newPeople)
    const estimates =
      catalogueItemIds.length > 0
        ? await db.selectFrom('catalogue_items').select('monthly_estimate').where('id', 'in', catalogueItemIds).execute()
        : []
    const monthlyEstimate = {
      amount: estimates.reduce((sum, row) => sum + row.monthly_estimate.amount, 0),
      currency,
    }
    const isComplete = towerId && familyId && environment && !checks.some((check) => check.field === 'familyId' && check.state === 'bad')
    if (!isComplete) return { checks, preview: null, monthlyEstimate }
    const facts = approvalFacts({ ...details, towerId, familyId, environment })
    const preview = await previewApproval(db, { subjectKind: 'accountRequest', requesterId: actor.id, facts, now: now() })
    return { checks, preview: await addPersonNames(db, preview), monthlyEstimate }
  },
})
