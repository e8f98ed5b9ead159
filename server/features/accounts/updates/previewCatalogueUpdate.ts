import { Type } from 'typebox'
import { addPersonNames } from '../../../approvals/addPersonNames.ts'
import { previewApproval } from '../../../approvals/previewApproval.ts'
import { ApprovalPreview } from '../../../approvals/requestSchemas.ts'
import { operation } from '../../../http/operation.ts'
import { canDoInAccount, stateVerdict } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { updateFacts, updateSubject } from './facts.ts'
import { describeChange } from './labels.ts'
import { planCatalogueChange } from './planCatalogueChange.ts'
import { findOpenUpdate } from './requirePlan.ts'
import { CatalogueChange, DiffRow, Price } from './schemas.ts'

export const previewCatalogueUpdate = operation({
  id: 'previewCatalogueUpdate',
  method: 'POST',
  path: '/accounts/{id}/updates/catalogue/preview',
  tag: 'account-updates',
  summary: 'Check a service change before you submit it: problems, cost, approvers',
  access: 'owner',
  params: AccountId,
  body: Type.Object(
    { ...CatalogueChange.properties, updateId: Type.Optional(Type.String({ format: 'uuid', maxLength: 36 })) },
    { additionalProperties: false },
  ),
  responses: {
    200: Type.Object({
      problems: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
      blocked: Type.Union([Type.String({ description: 'Reason why you can’t submit the request now; null if you can.' }), Type.Null()]),
      diff: Type.Array(DiffRow),
      price: Price,
      approval: ApprovalPreview,
    }),
  },
  errors: ['notFound', 'conflict'],
  readOnly: true,
  async handler({ db, actor, params, body, now, allow }) {
    const account = await loadAccount(db, actor, params.id)
    allow(canDoInAccount(actor, 'changeServices', account))
    const { updateId, ...change } = body
    const { problems, before, after, requestedIds } = await planCatalogueChange(db, account.id, change)
    const state = stateVerdict('changeServices', account)
    const facts = updateFacts(account, 'catalogue', requestedIds)
    const preview = await previewApproval(db, { subjectKind: updateSubject, requesterId: actor.id, facts, now: now() })
    return {
      problems,
      blocked: state === true ? ((await findOpenUpdate(db, account.id, updateId)) ?? null) : state,
      diff: describeChange('catalogue', { before: { ...before }, after: { ...after } }).diff,
      price: { before: before.monthly, after: after.monthly },
      approval: await addPersonNames(db, preview),
    }
  },
})
