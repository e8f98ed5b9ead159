import { UserPlus } from 'lucide-react'
import { paths } from '../../../../paths.ts'
import { reasonOf } from '../../../../shared/reasonOf.ts'
import { count } from '../../../../shared/waits.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Link } from '../../../../ui/Link.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { PersonChip } from '../../../../ui/Person.tsx'
import type { DialogName, Sandbox } from './types.ts'

export function SandboxPeople({ sandbox, onOpen }: { sandbox: Sandbox; onOpen: (what: DialogName) => void }) {
  const { owners, memberCount, id } = sandbox
  const canInvite = reasonOf(sandbox, 'manageMembers') === undefined
  return (
    <Panel
      title={owners.length === 1 ? 'Owner' : 'Owners'}
      actions={
        canInvite && (
          <Button size="sm" variant="quiet" icon={UserPlus} onClick={() => onOpen('invite')}>
            Invite people
          </Button>
        )
      }
      footer={
        <Link href={paths.sandbox(id, 'people')}>{memberCount === 0 ? 'No other members yet' : count(memberCount, 'other member')}</Link>
      }
    >
      <ul className="space-y-2">
        {owners.map((owner) => (
          <li key={owner.id}>
            <PersonChip person={owner} detail />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
