import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { lockForTransition } from '../leases/lockFor.ts'
import { canDoInSandbox, sandboxStateVerdict } from '../sandboxes/policy.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { requestExtension } from './extension.ts'
import { Extension, Justification, SandboxRequest } from './schemas.ts'

export const extendSandbox = operation({
  id: 'extendSandbox',
  method: 'POST',
  path: '/sandboxes/{id}/extend',
  tag: 'sandboxes',
  summary: 'Request an extension of a sandbox',
  description:
    'A request within the limits of the template is approved automatically; otherwise an approver decides while the sandbox continues. Hours are added to the end of the lease. A sandbox that was frozen because of its budget, or whose lease has ended, resumes after the extension.',
  access: 'owner',
  params: SandboxId,
  body: Type.Object({ ...Extension.properties, justification: Justification }, { additionalProperties: false }),
  responses: { 201: SandboxRequest },
  errors: ['notFound', 'wrongState', 'conflict', 'versionMismatch'],
  async handler(call) {
    const { db, actor, params, body, now, allow, ifMatch, audit } = call
    const { sandbox, facts } = await lockForTransition(db, actor, params.id, now())
    audit({ subject: { kind: 'sandbox', id: sandbox.id } })
    allow(canDoInSandbox(actor, 'extend', facts))
    ifMatch(sandbox.version)
    requireState(sandboxStateVerdict('extend', facts))
    const request = await requestExtension(call, { sandboxId: sandbox.id, ...body, justification: body.justification.trim() })
    return reply(201, request, { location: `/sandbox-requests/${request.id}` })
  },
})
