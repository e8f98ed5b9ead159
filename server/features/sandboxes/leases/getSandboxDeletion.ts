import { operation } from '../../../http/operation.ts'
import { canDoInSandbox } from '../sandboxes/policy.ts'
import { lookInto } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { dryRunDeletion } from './plan.ts'
import { SandboxDeletion } from './schemas.ts'

export const getSandboxDeletion = operation({
  id: 'getSandboxDeletion',
  method: 'GET',
  path: '/sandboxes/{id}/deletion',
  tag: 'sandboxes',
  summary: 'Get what deleting a sandbox removes, and until when you can undo it',
  description: 'Reads the cloud now and changes nothing. During the deletion: what is left. Parts that couldn’t be read say why.',
  access: 'owner',
  params: SandboxId,
  answers: { 200: SandboxDeletion },
  errors: ['notFound'],
  async prepare({ db, actor, clients, params, now }) {
    const { id, row, facts } = await lookInto(db, actor, params.id, now())
    const verdict = canDoInSandbox(actor, 'seeInside', facts)
    return { id, verdict, deletion: verdict === true ? await dryRunDeletion({ db, clients }, row, now()) : undefined }
  },
  async handler({ allow, audit }, { id, verdict, deletion }) {
    audit({ subject: { kind: 'sandbox', id } })
    allow(verdict)
    return deletion!
  },
})
