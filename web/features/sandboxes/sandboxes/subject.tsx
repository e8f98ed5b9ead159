import { paths } from '../../../paths.ts'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import type { ApprovedSubject } from '../../../shared/subject.ts'
import { sandboxRequestStatus } from './sandboxRequestStatus.ts'

export const sandboxRequestSubject: ApprovedSubject<'sandboxRequest'> = {
  label: 'Request for a sandbox',
  href: paths.sandboxRequest,
  view(request) {
    const exists = request.kind === 'extension'
    return {
      name: request.name,
      title: exists ? 'Wants more time or money' : `Wants ${request.template.name}`,
      reference: request.reference,
      href: paths.sandboxRequest(request.id),
      place: request.tower.name,
      money: request.budget,
      moneyInAll: true,
      status: <RequestStatus statusOf={sandboxRequestStatus} request={request} />,
      approved: exists ? 'Slipway begins to carry it out.' : 'Slipway begins to build it.',
      shape: [request.kind, request.template.id],
      evidence: { exists, people: 'owners' },
    }
  },
}
