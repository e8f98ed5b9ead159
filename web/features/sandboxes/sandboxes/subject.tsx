import { paths } from '../../../paths.ts'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import type { ApprovedSubject } from '../../../shared/subject.ts'
import { deadlineOf } from './extensionDeadline.ts'
import { sandboxRequestStatus } from './sandboxRequestStatus.ts'

export const sandboxRequestSubject: ApprovedSubject<'sandboxRequest'> = {
  label: 'Sandbox request',
  policy: 'Requests for new sandboxes, longer leases or more budget, unless the template’s own rule approves them.',
  href: paths.sandboxRequest,
  view(request) {
    const exists = request.kind === 'extension'
    const deadline = deadlineOf(request)
    return {
      name: request.name,
      title: exists ? 'Sandbox extension' : `New sandbox (${request.template.name})`,
      reference: request.reference,
      href: paths.sandboxRequest(request.id),
      place: request.tower.name,
      money: request.budget,
      isTotalAmount: true,
      ...(deadline && { deadline }),
      status: <RequestStatus statusOf={sandboxRequestStatus} request={request} />,
      approved: exists ? 'We’re extending the sandbox.' : 'We’re setting up the sandbox.',
      shape: [request.kind, request.template.id],
      evidence: { exists, people: 'owners' },
    }
  },
}
