import { RotateCw, ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { getPimRoleEligibility } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { useInsight } from '../../accounts/insights/useInsight.ts'
import { ActivationRow } from './ActivationRow.tsx'
import { rolesPageLabels } from './labels.ts'
import { RoleRow } from './RoleRow.tsx'
import type { PrivilegedRole, RoleAccount } from './types.ts'

const ActivateDialog = lazyComponent(() => import('./ActivateDialog.tsx').then((file) => ({ default: file.ActivateDialog })))

export function PrivilegedRoles({ account }: { account: RoleAccount }) {
  const refreshInput = { params: { id: account.id }, query: { refresh: true } }
  const roles = useInsight(getPimRoleEligibility(account.id), () => call('getPimRoleEligibility', refreshInput))
  const [roleToActivate, setRoleToActivate] = useState<PrivilegedRole>()
  return (
    <Panel
      flush
      title="Your privileged roles"
      description="Roles you can activate temporarily. They end automatically."
      actions={
        <Button size="sm" icon={RotateCw} loading={roles.isFetching} onClick={roles.refresh}>
          Refresh<span className="sr-only"> your privileged roles</span>
        </Button>
      }
    >
      {!roles.data ? (
        <div className="p-4">
          <Loading subject="your privileged roles" query={{ error: roles.error, refetch: roles.refresh }} lines={3} />
        </div>
      ) : roles.data.items.length === 0 ? (
        <div className="p-4">
          <EmptyState icon={ShieldCheck} title="No eligible roles">
            {rolesPageLabels.noneInAccount}
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Your privileged roles" className="divide-y divide-line">
          {roles.data.items.map((role) =>
            role.activation ? (
              <ActivationRow key={role.roleDefinitionId} activation={role.activation} hideAccount />
            ) : (
              <RoleRow key={role.roleDefinitionId} role={role} onActivate={() => setRoleToActivate(role)} />
            ),
          )}
        </ul>
      )}
      <Suspense>
        {roleToActivate && (
          <ActivateDialog account={account} role={roleToActivate} onOpenChange={(open) => !open && setRoleToActivate(undefined)} />
        )}
      </Suspense>
    </Panel>
  )
}
