import { paths } from '../../../paths.ts'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import type { ApprovedSubject, SubjectView } from '../../../shared/subject.ts'
import { accessRequestStatus } from './accessRequestStatus.ts'

interface Asked {
  reference: string
  status: string
  extends: boolean
  group: { id: string; name: string }
}

/** Both kinds of access requests share this view. */
export function accessView({ reference, status, extends: longer, group }: Asked, item: ApprovalItem) {
  const first = item.requester.displayName.split(' ')[0]
  const waitingFor = item.stages.find(({ stage }) => stage === item.stage)?.name ?? null
  return {
    title: `Wants to ${longer ? 'stay in' : 'be let into'} ${group.name}`,
    reference,
    status: (
      <RequestStatus
        statusOf={accessRequestStatus}
        request={{ status, requester: item.requester, waitingFor, workStatus: null, extends: null }}
      />
    ),
    approved: `The directory is told, and ${first} hears of it.`,
  } satisfies Partial<SubjectView>
}

export const accessRequestSubject: ApprovedSubject<'accessRequest'> = {
  label: 'Request for access',
  href: paths.accessRequest,
  view: (access, item) => ({
    ...accessView(access, item),
    name: access.account.name,
    href: paths.accessRequest(access.id),
    shape: [access.group.id],
    evidence: { exists: true, people: 'ownersAndAccounts' },
  }),
}
