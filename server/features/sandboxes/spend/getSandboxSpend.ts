import { operation } from '../../../http/operation.ts'
import { whoMaySandbox } from '../sandboxes/policy.ts'
import { lookInto } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { readSpend } from './readSpend.ts'
import { SandboxSpend } from './schemas.ts'

export const getSandboxSpend = operation({
  id: 'getSandboxSpend',
  method: 'GET',
  path: '/sandboxes/{id}/spend',
  tag: 'sandboxes',
  summary: 'What a sandbox spends: over time, by resource, and when it reaches its limit',
  description:
    'Estimated from what stands there and the price list, counted every quarter of an hour; what is billed, a day or two later, takes its place day by day. What is charged by use is named and not in the estimate.',
  access: 'owner',
  params: SandboxId,
  answers: { 200: SandboxSpend },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    const { id, row, facts } = await lookInto(db, actor, params.id, now())
    audit({ subject: { kind: 'sandbox', id } })
    allow(whoMaySandbox(actor, 'seeInside', facts))
    return readSpend(db, row, now())
  },
})
