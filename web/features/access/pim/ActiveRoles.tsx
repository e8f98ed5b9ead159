import { useQuery } from '@tanstack/react-query'
import { listOpenActivations } from '../../../api/pimQueries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RoleTimeLeft } from './ActivationRow.tsx'
import { rolesPageLabels } from './labels.ts'

const title = 'Active privileged roles'

export function ActiveRoles() {
  const { data, error, refetch } = useQuery(listOpenActivations())
  if (error && !data)
    return (
      <Panel title={title}>
        <LoadError subject={rolesPageLabels.activeSubject} error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  const active = (data?.items ?? []).filter(({ status }) => status === 'active')
  if (active.length === 0) return null
  return (
    <Panel title={title} actions={<Link href={paths.privilegedRoles()}>View all</Link>} flush>
      <ul className="divide-y divide-line">
        {active.map(({ id, role, account, startsAt, endsAt }) => (
          <li key={id} className="space-y-1 px-4 py-2.5">
            <p className="truncate">
              <span className="font-medium">{role}</span> in {account.name}
            </p>
            {startsAt && endsAt && <RoleTimeLeft startsAt={startsAt} endsAt={endsAt} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
