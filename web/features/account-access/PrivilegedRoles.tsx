import { RotateCw, ShieldCheck, Zap } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../api/ask.ts'
import { getPimRoleEligibility } from '../../api/queries.ts'
import { Failed } from '../../shared/Failed.tsx'
import { reasonOf } from '../../shared/reasonOf.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SkeletonText } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { Countdown, DateTime } from '../../ui/Time.tsx'
import { useInsight } from '../account-insights/useInsight.ts'
import type { Account, PrivilegedRole } from './types.ts'
import { inOneLine, minutesInWords } from './words.ts'

const ActivateDialog = lazy(() => import('./ActivateDialog.tsx').then((file) => ({ default: file.ActivateDialog })))

/** The privileged roles one may take for a while in an account, and those one has, with what is left of the time. */
export function PrivilegedRoles({ account }: { account: Account }) {
  const asking = { params: { id: account.id }, query: { refresh: true } }
  const roles = useInsight(getPimRoleEligibility(account.id), () => call('getPimRoleEligibility', asking))
  const [taking, setTaking] = useState<PrivilegedRole>()
  return (
    <Panel
      flush
      title="Your privileged roles"
      description="Roles you may take for a while. They end by themselves."
      actions={
        <Button size="sm" icon={RotateCw} loading={roles.asking} onClick={roles.refresh}>
          Refresh<span className="sr-only"> your privileged roles</span>
        </Button>
      }
    >
      {roles.error && !roles.data ? (
        <div className="p-4">
          <Failed what="Your privileged roles" error={roles.error} onRetry={roles.refresh} />
        </div>
      ) : !roles.data ? (
        <div className="p-4">
          <SkeletonText lines={3} />
        </div>
      ) : roles.data.items.length === 0 ? (
        <div className="p-4">
          <EmptyState icon={ShieldCheck} title="None here">
            You are eligible for no privileged role in this account. A group whose roles are taken for a while would change that.
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Your privileged roles" className="divide-y divide-line">
          {roles.data.items.map((role) => (
            <RoleRow key={role.roleDefinitionId} role={role} onTake={() => setTaking(role)} />
          ))}
        </ul>
      )}
      <Suspense>
        {taking && <ActivateDialog account={account} role={taking} onOpenChange={(open) => !open && setTaking(undefined)} />}
      </Suspense>
    </Panel>
  )
}

function RoleRow({ role, onTake }: { role: PrivilegedRole; onTake: () => void }) {
  const asks = [role.requires.ticket && 'a ticket', role.requires.approval && 'an approval in Azure'].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">{role.name}</p>
        <p className="mt-0.5 text-sm text-ink-2">
          {inOneLine(role.lets)}
          {role.lets.length > 0 && '. '}
          {role.maxMinutes !== null && `At most ${minutesInWords(role.maxMinutes)} at a time`}
          {asks.length > 0 && `; asks for ${asks.join(' and ')}`}.
        </p>
        {(role.via || role.until) && (
          <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">
            {role.via && `Through the group ${role.via}`}
            {role.until && (
              <>
                {role.via ? '; yours to take until ' : 'Yours to take until '}
                <DateTime at={role.until} time={false} />
              </>
            )}
          </p>
        )}
      </div>
      {role.active ? (
        <Status tone="ok" pill>
          Active
          {role.active.until && (
            <>
              , <Countdown until={role.active.until} passed="no time" /> left
            </>
          )}
        </Status>
      ) : (
        <Button size="sm" icon={Zap} disabledReason={reasonOf(role, 'activate')} onClick={onTake}>
          Activate<span className="sr-only"> {role.name}</span>
        </Button>
      )}
    </li>
  )
}
