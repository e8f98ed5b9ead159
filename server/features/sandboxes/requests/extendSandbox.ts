import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { lockFor } from '../leases/lockFor.ts'
import { sandboxStateAllows, whoMaySandbox } from '../sandboxes/policy.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { requestExtension } from './extension.ts'
import { Justification, SandboxRequest } from './schemas.ts'

export const extendSandbox = operation({
  id: 'extendSandbox',
  method: 'POST',
  path: '/sandboxes/{id}/extend',
  tag: 'sandboxes',
  summary: 'Ask for more time or money for a sandbox',
  description:
    'Within what its template allows it is extended at once; else somebody decides, and nothing is interrupted meanwhile. Hours are added to its end. One that stood still for want of money, or whose time was over, goes on once it is extended.',
  access: 'owner',
  params: SandboxId,
  body: Type.Object(
    {
      hours: Type.Integer({ minimum: 0, maximum: 8_760, description: 'To be added.' }),
      budget: Type.Integer({ minimum: 0, maximum: 100_000_000, description: 'Minor units, to be added.' }),
      justification: Justification,
    },
    { additionalProperties: false },
  ),
  answers: { 201: SandboxRequest },
  errors: ['notFound', 'wrongState', 'conflict', 'versionMismatch'],
  async handler(call) {
    const { db, actor, params, body, now, allow, ifMatch, audit } = call
    const { sandbox, facts } = await lockFor(db, actor, params.id, now())
    audit({ subject: { kind: 'sandbox', id: sandbox.id } })
    allow(whoMaySandbox(actor, 'extend', facts))
    ifMatch(sandbox.version)
    requireState(sandboxStateAllows('extend', facts))
    const request = await requestExtension(call, { sandboxId: sandbox.id, ...body, justification: body.justification.trim() })
    return reply(201, request, { location: `/sandbox-requests/${request.id}` })
  },
})
