import type { CallResult } from '../../../api/client.ts'
import { type Reader, requestStatus, type StatusSentence } from '../../../shared/requestStatus.ts'
import { updateStatus } from '../../../shared/updateStatus.ts'
import { stateOf } from '../../access/pim/labels.ts'
import { accessRequestStatus } from '../../access/requests/accessRequestStatus.ts'
import { sandboxRequestStatus } from '../../sandboxes/sandboxes/sandboxRequestStatus.ts'
import type { SandboxSummary } from '../../sandboxes/sandboxes/types.ts'

export type MyRequest = CallResult<'listMyRequests'>['items'][number]

/** Returns the same status text as the request's own page. @param reader the requester */
export function myRequestStatus(request: MyRequest, reader: Reader): StatusSentence {
  const requester = { id: reader.me ?? '', displayName: '' }
  const facts = { ...request, requester }
  switch (request.kind) {
    case 'accountUpdate':
      return updateStatus(facts, reader)
    case 'sandboxRequest':
      return sandboxRequestStatus(
        {
          ...facts,
          kind: request.variant === 'extension' ? 'extension' : 'new',
          automatic: false,
          sandboxStatus: request.subjectStatus as SandboxSummary['status'] | null,
        },
        reader,
      )
    case 'pimActivation': {
      if (request.status === 'pending_approval' || request.subjectStatus === null) return requestStatus(facts, reader)
      const { tone, label } = stateOf({ status: request.subjectStatus as Parameters<typeof stateOf>[0]['status'] })
      return { tone, sentence: label }
    }
    case 'accessRequest':
    case 'sandboxAccessRequest':
      return accessRequestStatus({ ...facts, extends: request.variant === 'extension' ? request.id : null }, reader)
    default:
      return requestStatus(facts, reader)
  }
}
