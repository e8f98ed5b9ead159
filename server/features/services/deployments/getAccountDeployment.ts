import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { runOfSubject } from '../../../runs/queries.ts'
import { Run } from '../../../runs/schemas.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { deploymentRows, presentDeployment } from './queries.ts'
import { AppDestination, AppSource, Deployment } from './schemas.ts'

export const getAccountDeployment = operation({
  id: 'getAccountDeployment',
  method: 'GET',
  path: '/accounts/{id}/deployments/{deploymentId}',
  tag: 'deployment-tool',
  summary: 'Get a deployment with its request, steps and result',
  access: 'owner',
  params: Type.Object({ id: Uuid, deploymentId: Uuid }, { additionalProperties: false }),
  responses: {
    200: Type.Object({
      ...Deployment.properties,
      request: Type.Object({
        source: Type.Optional(AppSource),
        destination: Type.Optional(AppDestination),
        prune: Type.Boolean(),
      }),
      run: Type.Union([Run, Type.Null()]),
    }),
  },
  errors: ['notFound'],
  async handler({ db, actor, params, allow, audit }) {
    const account = await loadAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(canDoInAccount(actor, 'seeAll', account))
    const row = await deploymentRows(db)
      .select('request')
      .where('id', '=', params.deploymentId)
      .where('account_id', '=', account.id)
      .executeTakeFirst()
    if (!row) throw new Failure('notFound', 'This deployment doesn’t exist in the account.')
    return { ...presentDeployment(row), request: row.request, run: await runOfSubject(db, actor, 'deployment', row.id) }
  },
})
