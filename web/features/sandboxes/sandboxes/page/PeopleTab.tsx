import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { listSandboxMembers } from '../../../../api/sandboxPageQueries.ts'
import { Loading } from '../../../../shared/Loading.tsx'
import { reasonOf } from '../../../../shared/reasonOf.ts'
import { count } from '../../../../shared/waits.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { AccessDeniedState } from '../../../../ui/States.tsx'
import { MemberRow } from './MemberRow.tsx'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { DialogName, Sandbox } from './types.ts'
import { WaitingRequests } from './WaitingRequests.tsx'

export function PeopleTab({ sandbox, onOpen }: { sandbox: Sandbox; onOpen: (dialog: DialogName) => void }) {
  const hiddenReason = reasonOf(sandbox, 'seeInside')
  const members = useQuery({ ...listSandboxMembers(sandbox.id), enabled: hiddenReason === undefined })
  if (hiddenReason) {
    return (
      <Panel>
        <AccessDeniedState title="You can’t see the people in this sandbox" reason={hiddenReason}>
          <Button disabledReason={reasonOf(sandbox, 'fetchAccess')} onClick={() => onOpen('ask')}>
            {sandboxPageLabels.request}
          </Button>
        </AccessDeniedState>
      </Panel>
    )
  }
  const room = sandbox.terms.maxMembers
  return (
    <div className="space-y-4">
      <WaitingRequests sandbox={sandbox} />
      <Panel
        title={sandboxPageLabels.people}
        flush
        description={members.data && `${members.data.length} of up to ${count(room, 'person', 'people')}`}
        actions={
          <Button icon={UserPlus} disabledReason={reasonOf(sandbox, 'manageMembers')} onClick={() => onOpen('invite')}>
            {sandboxPageLabels.invite}
          </Button>
        }
      >
        {members.data ? (
          <ul aria-label={sandboxPageLabels.peopleIn(sandbox.name)} className="divide-y divide-line">
            {members.data.map((member) => (
              <MemberRow key={member.person.id} member={member} lives={sandbox.status !== 'deleted'} />
            ))}
          </ul>
        ) : (
          <div className="p-4">
            <Loading subject="the people" query={members} lines={5} />
          </div>
        )}
      </Panel>
    </div>
  )
}
