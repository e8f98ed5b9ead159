import { paths } from '../../../paths.ts'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import { requestStatus } from '../../../shared/requestStatus.ts'
import type { ApprovedSubject } from '../../../shared/subject.ts'
import { wordFor } from '../../../shared/words.ts'

export const accountRequestSubject: ApprovedSubject<'accountRequest'> = {
  label: 'Request for an account',
  href: paths.request,
  view: (request) => ({
    name: request.name,
    detail: `${request.family.name}, ${wordFor('environment', request.environment).toLocaleLowerCase()}`,
    reference: request.reference,
    href: paths.request(request.id),
    place: `${request.tower.name}, ${request.family.name}`,
    money: request.budget,
    status: <RequestStatus statusOf={requestStatus} request={request} />,
    standing: `The request now: ${requestStatus(request).sentence}.`,
    approved: 'Slipway begins to build it.',
    shape: [request.family.id],
    evidence: { money: 'Money', family: request.family.name, exists: false, people: 'ownersAndAccounts' },
  }),
}
