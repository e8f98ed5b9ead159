import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import { requestStatus } from '../../../shared/requestStatus.ts'
import type { ApprovedSubject } from '../../../shared/subject.ts'

export const accountRequestSubject: ApprovedSubject<'accountRequest'> = {
  label: 'Account request',
  policy: 'Requests to create an account.',
  href: paths.request,
  view: (request) => ({
    name: request.name,
    detail: `${request.family.name}, ${labelFor('environment', request.environment).toLocaleLowerCase()}`,
    reference: request.reference,
    href: paths.request(request.id),
    place: `${request.tower.name}, ${request.family.name}`,
    money: request.budget,
    status: <RequestStatus statusOf={requestStatus} request={request} />,
    statusSentence: `Status of the request: ${requestStatus(request).sentence}.`,
    approved: 'We’re setting up the account.',
    shape: [request.family.id],
    evidence: { money: 'Cost', family: request.family.name, exists: false, people: 'ownersAndAccounts' },
  }),
}
