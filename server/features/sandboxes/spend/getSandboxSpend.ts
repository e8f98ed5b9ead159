import { operation } from '../../../http/operation.ts'
import { canDoInSandbox } from '../sandboxes/policy.ts'
import { loadVisibleSandbox } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { loadSpend } from './loadSpend.ts'
import { SandboxSpend } from './schemas.ts'

export const getSandboxSpend = operation({
  id: 'getSandboxSpend',
  method: 'GET',
  path: '/sandboxes/{id}/spend',
  tag: 'sandboxes',
  summary: 'Get the spend of a sandbox over time and by resource, with a forecast',
  description:
    'Slipway estimates the spend every 15 minutes from deployed resources and list prices. Billed amounts replace the estimate one or two days later. Resources billed by use are listed but not estimated.',
  access: 'owner',
  params: SandboxId,
  responses: { 200: SandboxSpend },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    const { id, row, facts } = await loadVisibleSandbox(db, actor, params.id, now())
    audit({ subject: { kind: 'sandbox', id } })
    allow(canDoInSandbox(actor, 'seeInside', facts))
    return loadSpend(db, row, now())
  },
})
