import { paths } from '../../../paths.ts'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import type { ApprovedSubject, SubjectView } from '../../../shared/subject.ts'
import { accessFor, accessRequestStatus } from './accessRequestStatus.ts'

interface RequestedGroup {
  reference: string
  status: string
  extends: boolean
  group: { id: string; name: string }
}

/** Requests for account access and sandbox access look the same to approvers. */
export function accessView({ reference, status, extends: isExtension, group }: RequestedGroup, item: ApprovalItem) {
  const first = item.requester.displayName.split(' ')[0]
  const waitingFor = item.stages.find(({ stage }) => stage === item.stage)?.name ?? null
  return {
    decidedName: accessFor(item.requester.displayName),
    title: `${isExtension ? 'Extend access to' : 'Access to'} ${group.name}`,
    reference,
    status: (
      <RequestStatus
        statusOf={accessRequestStatus}
        request={{ status, requester: item.requester, waitingFor, runStatus: null, extends: null }}
      />
    ),
    approved: `We’re granting access and will notify ${first}.`,
  } satisfies Partial<SubjectView>
}

export const accessRequestSubject: ApprovedSubject<'accessRequest'> = {
  label: 'Access request',
  policy: 'Requests to join the access groups of accounts.',
  href: paths.accessRequest,
  view: (access, item) => ({
    ...accessView(access, item),
    name: access.account.name,
    href: paths.accessRequest(access.id),
    shape: [access.group.id],
    evidence: { exists: true, people: 'ownersAndAccounts' },
  }),
}
