import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { policyRows, presentVersion } from './queries.ts'
import { PolicyId, PolicyVersionSummary } from './schemas.ts'

const max = 200

export const listPolicyVersions = operation({
  id: 'listPolicyVersions',
  method: 'GET',
  path: '/approval-policies/{id}/versions',
  tag: 'approval-policies',
  summary: 'List the versions of a policy, newest first',
  access: 'adminOrAuditor',
  params: PolicyId,
  responses: { 200: Type.Array(PolicyVersionSummary, { description: `Returns the latest ${max} versions.` }) },
  errors: ['notFound'],
  async handler({ db, params }) {
    const rows = await policyRows(db).where('v.id', '=', params.id).orderBy('v.version', 'desc').limit(max).execute()
    if (rows.length === 0) throw new Failure('notFound', 'This policy doesn’t exist.')
    return rows.map(presentVersion)
  },
})
