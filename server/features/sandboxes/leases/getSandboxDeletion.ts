import { operation } from '../../../http/operation.ts'
import { canDoInSandbox } from '../sandboxes/policy.ts'
import { loadVisibleSandbox } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { dryRunDeletion } from './plan.ts'
import { SandboxDeletion } from './schemas.ts'

export const getSandboxDeletion = operation({
  id: 'getSandboxDeletion',
  method: 'GET',
  path: '/sandboxes/{id}/deletion',
  tag: 'sandboxes',
  summary: 'Get the resources and access that deleting a sandbox removes',
  description:
    'Reads the current resources from Azure and changes nothing. During a deletion, returns what is left and the deadline for undo. Parts that couldn’t be read have the reason in `problem`.',
  access: 'owner',
  params: SandboxId,
  responses: { 200: SandboxDeletion },
  errors: ['notFound'],
  async prepare({ db, actor, clients, params, now }) {
    const { id, row, facts } = await loadVisibleSandbox(db, actor, params.id, now())
    const verdict = canDoInSandbox(actor, 'seeInside', facts)
    return { id, verdict, deletion: verdict === true ? await dryRunDeletion({ db, clients }, row, now()) : undefined }
  },
  async handler({ allow, audit }, { id, verdict, deletion }) {
    audit({ subject: { kind: 'sandbox', id } })
    allow(verdict)
    return deletion!
  },
})
