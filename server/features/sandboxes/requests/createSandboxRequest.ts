import { operation, reply } from '../../../http/operation.ts'
import { findPeopleByName, requirePeople } from '../../../people/requirePeople.ts'
import { checkDetails, requireValid } from './checkDetails.ts'
import { readSandboxRequest } from './queries.ts'
import { rule } from './ruling.ts'
import { NewSandboxRequest, SandboxRequest } from './schemas.ts'
import { statusOfPerson, waitForTurn } from './status.ts'
import { sendForApproval } from './subject.ts'
import { writeRequest } from './submit.ts'
import { requireRequestableTemplate } from './templateToAskFor.ts'

export const createSandboxRequest = operation({
  id: 'createSandboxRequest',
  method: 'POST',
  path: '/sandbox-requests/new',
  tag: 'sandbox-requests',
  summary: 'Request a sandbox',
  description:
    'A request within the limits of its template is approved automatically; otherwise an approver decides. If there is no capacity, the sandbox waits in the queue.',
  access: 'signedIn',
  body: NewSandboxRequest,
  answers: { 201: SandboxRequest },
  errors: ['notFound', 'nameTaken', 'conflict', 'outsideFailed'],
  prepare: (preparation) =>
    findPeopleByName(preparation, [...preparation.body.ownerIds, ...preparation.body.members.map(({ personId }) => personId)]),
  async handler({ db, jobs, actor, body, config, now, audit, changed }, foundPeople) {
    const { templateId, towerId, justification, ...details } = body
    const template = await requireRequestableTemplate(db, actor, templateId)
    await waitForTurn(db, actor.id, template.id)
    const at = now()
    await requirePeople(db, config, 'ownerIds', body.ownerIds, foundPeople)
    const { held, overruns } = await statusOfPerson(db, actor.id, template.id, at)
    requireValid(await checkDetails(db, template.fields, body, { held }))
    const { budget, hours } = body
    const ruling = rule(template.fields.approval, { budget, hours, currency: template.fields.currency, overruns })
    const request = await writeRequest(db, {
      kind: 'new',
      templateId: template.id,
      sandboxId: null,
      requesterId: actor.id,
      towerId,
      name: body.name,
      justification,
      details,
      ruling,
      now: at,
    })
    const opened = await sendForApproval({ db, jobs, now: at }, request, ruling)
    audit({
      subject: { kind: 'sandboxRequest', id: request.id },
      after: { ...body, outcome: opened.outcome, ruling: opened.because ?? ruling.why },
    })
    await changed('sandboxRequest', request.id)
    return reply(201, await readSandboxRequest(db, actor, request.id, at), { location: `/sandbox-requests/${request.id}` })
  },
})
