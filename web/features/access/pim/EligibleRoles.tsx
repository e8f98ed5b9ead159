import { ShieldCheck } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { ListSearchBox } from '../../../shared/ListSearchBox.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { labelFor } from '../../../shared/labels.ts'
import { useFirstField } from '../../../shared/useFirstField.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import type { Insight } from '../../accounts/insights/useInsight.ts'
import { formatList, rolesPageLabels } from './labels.ts'
import { RoleRow } from './RoleRow.tsx'
import type { AccountRole } from './types.ts'

const ActivateDialog = lazyComponent(() => import('./ActivateDialog.tsx').then((file) => ({ default: file.ActivateDialog })))
const maxVisibleRoles = 20

interface EligibleRolesProps {
  roles: Insight<CallResult<'listPimRoles'>>
  /** The URL opens the dialog of this role once. The reader must still confirm. */
  requested: { role?: string | undefined; account?: string | undefined }
}

export function EligibleRoles({ roles, requested: { role, account } }: EligibleRolesProps) {
  const navigateTo = useNavigateTo()
  const [text, setText] = useState('')
  const [isExpanded, setIsExpanded] = useState(false)
  const [roleToActivate, setRoleToActivate] = useState<AccountRole>()
  const items = roles.data?.items ?? []
  const requestedRole = role ? items.find((each) => each.roleDefinitionId === role && each.account?.id === account) : undefined
  useEffect(() => {
    if (!role || !roles.data) return
    if (requestedRole?.can.activate === true) setRoleToActivate(requestedRole)
    navigateTo(paths.privilegedRoles(), { replace: true })
  }, [role, roles.data, requestedRole, navigateTo])
  useFirstField('[type=search]', items.length > 0 && !role)
  const terms = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const visibleRoles = items.filter(({ account, name, allowedActions, via }) => {
    const all = [account?.name, account?.environment, name, via, ...allowedActions].join(' ').toLocaleLowerCase()
    return terms.every((term) => all.includes(term))
  })
  const groups = [...Map.groupBy(visibleRoles, ({ account }) => account?.id ?? '')]
  return (
    <Panel title="Eligible roles" flush>
      {!roles.data ? (
        <div className="p-4">
          <Loading subject="your privileged roles" query={{ error: roles.error, refetch: roles.refresh }} lines={8} />
        </div>
      ) : items.length === 0 ? (
        <div className="p-4">
          <EmptyState icon={ShieldCheck} title="No eligible roles" action={<Button href={paths.findAccess()}>Find access</Button>}>
            You can get eligible roles by joining an access group that has them.
          </EmptyState>
        </div>
      ) : (
        <>
          <div className="border-b border-line px-4 py-2.5">
            <ListSearchBox
              label={rolesPageLabels.find}
              placeholder="Account, role or task"
              text={text}
              onSearch={setText}
              shown={visibleRoles.length}
              total={items.length}
              subject="role"
            />
          </div>
          {roles.data.unreadableAccounts.length > 0 && (
            <div className="border-b border-line p-3">
              <Banner
                tone="warn"
                title={`Couldn’t load roles for ${formatList(roles.data.unreadableAccounts.slice(0, 3).map(({ name }) => name))}`}
              >
                {roles.data.unreadableAccounts.length > 3 &&
                  `Roles for ${roles.data.unreadableAccounts.length - 3} more accounts are also missing. `}
                Refresh in a minute.
              </Banner>
            </div>
          )}
          {groups.length === 0 && <p className="px-4 py-3 text-ink-2">No eligible roles match your search.</p>}
          {groups.slice(0, isExpanded ? undefined : maxVisibleRoles).map(([id, subset]) => (
            <section key={id} aria-label={subset[0]?.account?.name ?? 'Management groups'} className="border-b border-line last:border-b-0">
              <h3 className="flex flex-wrap items-baseline gap-x-2 bg-sunken px-4 py-1.5 text-sm">
                {subset[0]?.account ? (
                  <>
                    <Link href={paths.account(id, 'access')}>{subset[0].account.name}</Link>
                    <span className="font-normal text-ink-2">{labelFor('environment', subset[0].account.environment)}</span>
                  </>
                ) : (
                  <span className="font-medium">Management groups</span>
                )}
              </h3>
              <ul className="divide-y divide-line">
                {subset.map((role) => (
                  <RoleRow key={role.roleDefinitionId} role={role} onActivate={() => setRoleToActivate(role)} />
                ))}
              </ul>
            </section>
          ))}
          {!isExpanded && groups.length > maxVisibleRoles && (
            <div className="px-4 py-2.5">
              <Button variant="quiet" onClick={() => setIsExpanded(true)}>
                Show {groups.length - maxVisibleRoles} more accounts
              </Button>
            </div>
          )}
        </>
      )}
      <Suspense>
        {roleToActivate?.account && (
          <ActivateDialog
            account={roleToActivate.account}
            role={roleToActivate}
            onOpenChange={(next) => !next && setRoleToActivate(undefined)}
          />
        )}
      </Suspense>
    </Panel>
  )
}
