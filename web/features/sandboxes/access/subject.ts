import { paths } from '../../../paths.ts'
import type { ApprovedSubject } from '../../../shared/subject.ts'
import { accessView } from '../../access/requests/subject.tsx'

export const sandboxAccessRequestSubject: ApprovedSubject<'sandboxAccessRequest'> = {
  label: 'Sandbox access request',
  policy: 'Requests to join a sandbox.',
  href: paths.sandboxAccessRequest,
  view: (access, item) => ({
    ...accessView(access, item),
    name: access.sandbox.name,
    href: paths.sandbox(access.sandbox.id, 'people'),
    shape: [access.sandbox.id, access.group.id],
    evidence: { exists: true, people: 'owners' },
  }),
}
