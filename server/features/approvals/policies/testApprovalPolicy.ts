import { Type } from 'typebox'
import { emptyFacts, factCatalogue, recordedFacts } from '../../../approvals/facts.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { evaluatePolicy, pastRequests } from './evaluatePolicy.ts'
import { documentOf, noSuchPolicy } from './queries.ts'
import { PolicyTestResponse, PolicyVersionId } from './schemas.ts'

const types = {
  string: Type.String({ maxLength: 200 }),
  double: Type.Number({ minimum: 0, maximum: 1e12 }),
  bool: Type.Boolean(),
  'list<string>': Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
}
const fieldsOf = (variable: string) =>
  Type.Optional(
    Type.Object(
      Object.fromEntries(
        factCatalogue
          .filter(({ path }) => path.startsWith(`${variable}.`))
          .map(({ path, type }) => [path.slice(variable.length + 1), Type.Optional(types[type])]),
      ),
      { additionalProperties: false },
    ),
  )

export const testApprovalPolicy = operation({
  id: 'testApprovalPolicy',
  method: 'POST',
  path: '/approval-policies/{id}/versions/{version}/test',
  tag: 'approval-policies',
  summary: 'Test a version of a policy with a past request or your own facts',
  description: 'Changes nothing. For past requests, also returns who could decide now.',
  access: 'adminOrAuditor',
  params: PolicyVersionId,
  body: Type.Object(
    {
      approvalId: Type.Optional(
        Type.Unsafe<string>({
          ...Uuid,
          description: 'ID of the approval of a past request. Values in `facts` replace those of the request.',
        }),
      ),
      facts: Type.Optional(
        Type.Object(
          { request: fieldsOf('request'), target: fieldsOf('target'), requester: fieldsOf('requester'), risk: fieldsOf('risk') },
          { additionalProperties: false, description: 'Missing facts are empty, zero or false.' },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  readOnly: true,
  responses: { 200: PolicyTestResponse },
  errors: ['notFound'],
  async handler({ db, params, body }) {
    const row = await db
      .selectFrom('approval_policies')
      .select(['subject_kind', 'name', 'description', 'reject', 'approve', 'stages'])
      .where('id', '=', params.id)
      .where('version', '=', params.version)
      .executeTakeFirst()
    if (!row) throw new Failure('notFound', noSuchPolicy)
    const pastRequest = body.approvalId
      ? await pastRequests(db).where('id', '=', body.approvalId).where('subject_kind', '=', row.subject_kind).executeTakeFirst()
      : undefined
    if (body.approvalId && !pastRequest)
      throw new Failure('notFound', 'No past request of this kind has this ID, or its facts weren’t recorded.')
    const facts = pastRequest ? recordedFacts(pastRequest.facts) : emptyFacts()
    for (const variable of ['request', 'target', 'requester', 'risk'] as const)
      Object.assign(facts, { [variable]: { ...facts[variable], ...body.facts?.[variable] } })
    return evaluatePolicy(db, documentOf(row), facts, pastRequest)
  },
})
