import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { listOpenActivations, listPastActivations, listPimRoles, refreshPimRoles } from '../../../api/pimQueries.ts'
import { paths } from '../../../paths.ts'
import { AccessPage } from '../../../shared/AccessPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { useInsight } from '../../accounts/insights/useInsight.ts'
import { ActivationRow } from './ActivationRow.tsx'
import { EligibleRoles } from './EligibleRoles.tsx'
import { rolesPageLabels, stateOf } from './labels.ts'
import type { Activation } from './types.ts'

const route = getRouteApi('/access/roles')
const order = ['active', 'ending', 'sending', 'pending_approval', 'scheduled']
const rank = ({ status }: Activation) => order.indexOf(status)

export function PrivilegedRolesPage() {
  const roles = useInsight(listPimRoles(), refreshPimRoles)
  const open = (useQuery(listOpenActivations()).data?.items ?? []).toSorted((left, right) => rank(left) - rank(right))
  const past = useQuery(listPastActivations()).data?.items ?? []
  return (
    <AccessPage
      part="roles"
      description="Activate roles only when you need them. They end automatically."
      actions={
        <Button icon={RotateCw} loading={roles.isFetching} onClick={roles.refresh}>
          Refresh from Azure
        </Button>
      }
    >
      <div className="space-y-4">
        {open.length > 0 && (
          <Panel title={rolesPageLabels.open} flush>
            <ul aria-label={rolesPageLabels.open} className="divide-y divide-line">
              {open.map((activation) => (
                <ActivationRow key={activation.id} activation={activation} />
              ))}
            </ul>
          </Panel>
        )}
        <div className={cx('grid items-start gap-4', past.length > 0 && 'xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]')}>
          <EligibleRoles roles={roles} requested={route.useSearch()} />
          {past.length > 0 && (
            <Panel title={rolesPageLabels.recent} flush>
              <ul aria-label={rolesPageLabels.recent} className="divide-y divide-line">
                {past.map((activation) => (
                  <PastActivation key={activation.id} activation={activation} />
                ))}
              </ul>
            </Panel>
          )}
        </div>
      </div>
    </AccessPage>
  )
}

function PastActivation({ activation }: { activation: Activation }) {
  const { role, account, problem, endsAt, createdAt, status } = activation
  const { tone, label } = stateOf(activation)
  const at = (status === 'ended' || status === 'deactivated') && endsAt ? endsAt : createdAt
  return (
    <li className="px-4 py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{role}</span>
        <Status tone={tone}>{label}</Status>
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-2">
        <Link href={paths.account(account.id, 'access')} variant="quiet" className="min-w-0 truncate">
          {account.name}
        </Link>
        <RelativeTime at={at} />
      </p>
      {problem && <p className="mt-1 text-sm wrap-anywhere text-ink-2">{problem}</p>}
    </li>
  )
}
