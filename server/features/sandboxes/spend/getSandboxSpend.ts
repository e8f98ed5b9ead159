import { operation } from '../../../http/operation.ts'
import { canDoInSandbox } from '../sandboxes/policy.ts'
import { lookInto } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { readSpend } from './readSpend.ts'
import { SandboxSpend } from './schemas.ts'

export const getSandboxSpend = operation({
  id: 'getSandboxSpend',
  method: 'GET',
  path: '/sandboxes/{id}/spend',
  tag: 'sandboxes',
  summary: 'Get the spend of a sandbox: over time, by resource, and when it reaches its limit',
  description:
    'Estimated from deployed resources and list prices every 15 minutes; billed amounts replace the estimate day by day, one or two days later. Resources billed by use are listed but not estimated.',
  access: 'owner',
  params: SandboxId,
  answers: { 200: SandboxSpend },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    const { id, row, facts } = await lookInto(db, actor, params.id, now())
    audit({ subject: { kind: 'sandbox', id } })
    allow(canDoInSandbox(actor, 'seeInside', facts))
    return readSpend(db, row, now())
  },
})
