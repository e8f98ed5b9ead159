import { paths } from '../../../../paths.ts'
import { count } from '../../../../shared/waits.ts'
import { Link } from '../../../../ui/Link.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { PersonChip } from '../../../../ui/Person.tsx'
import type { Sandbox } from './types.ts'

export function SandboxPeople({ sandbox }: { sandbox: Sandbox }) {
  const { owners, memberCount, id } = sandbox
  return (
    <Panel
      title={owners.length === 1 ? 'Owner' : 'Owners'}
      footer={<Link href={paths.sandbox(id, 'people')}>{memberCount === 0 ? 'No other members' : count(memberCount, 'other member')}</Link>}
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
