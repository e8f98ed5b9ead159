import { ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { ListSearchBox } from '../../../shared/ListSearchBox.tsx'
import { labelFor } from '../../../shared/labels.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { late } from '../../../ui/late.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import type { Insight } from '../../accounts/insights/useInsight.ts'
import { listed, rolesPageLabels } from './labels.ts'
import { RoleRow } from './RoleRow.tsx'
import type { PlacedRole } from './types.ts'

const ActivateDialog = late(() => import('./ActivateDialog.tsx').then((file) => ({ default: file.ActivateDialog })))
const shownAtOnce = 20

export function EligibleRoles({ roles }: { roles: Insight<CallResult<'listPimRoles'>> }) {
  const [text, setText] = useState('')
  const [more, setMore] = useState(false)
  const [taking, setTaking] = useState<PlacedRole>()
  const items = roles.data?.items ?? []
  const terms = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const shown = items.filter(({ account, name, lets, via }) => {
    const all = [account?.name, account?.environment, name, via, ...lets].join(' ').toLocaleLowerCase()
    return terms.every((word) => all.includes(word))
  })
  const groups = [...Map.groupBy(shown, ({ account }) => account?.id ?? '')]
  return (
    <Panel title="Eligible roles" flush>
      {roles.error && !roles.data ? (
        <div className="p-4">
          <Failed what="Your privileged roles" error={roles.error} onRetry={roles.refresh} />
        </div>
      ) : !roles.data ? (
        <div className="p-4">
          <SkeletonText lines={8} />
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
              shown={shown.length}
              total={items.length}
              what="role"
            />
          </div>
          {roles.data.unanswered.length > 0 && (
            <div className="border-b border-line p-3">
              <Banner tone="warn" title={`Couldn’t load roles for ${listed(roles.data.unanswered.slice(0, 3).map(({ name }) => name))}`}>
                {roles.data.unanswered.length > 3 && `And for ${roles.data.unanswered.length - 3} more accounts. `}
                Some results are missing. Refresh in a minute.
              </Banner>
            </div>
          )}
          {groups.length === 0 && <p className="px-4 py-3 text-ink-2">No eligible roles match your search.</p>}
          {groups.slice(0, more ? undefined : shownAtOnce).map(([id, some]) => (
            <section key={id} aria-label={some[0]?.account?.name ?? 'Management groups'} className="border-b border-line last:border-b-0">
              <h3 className="flex flex-wrap items-baseline gap-x-2 bg-sunken px-4 py-1.5 text-sm">
                {some[0]?.account ? (
                  <>
                    <Link href={paths.account(id, 'access')}>{some[0].account.name}</Link>
                    <span className="font-normal text-ink-2">{labelFor('environment', some[0].account.environment)}</span>
                  </>
                ) : (
                  <span className="font-medium">Management groups</span>
                )}
              </h3>
              <ul className="divide-y divide-line">
                {some.map((role) => (
                  <RoleRow key={role.roleDefinitionId} role={role} onTake={() => setTaking(role)} />
                ))}
              </ul>
            </section>
          ))}
          {!more && groups.length > shownAtOnce && (
            <div className="px-4 py-2.5">
              <Button variant="quiet" onClick={() => setMore(true)}>
                Show {groups.length - shownAtOnce} more accounts
              </Button>
            </div>
          )}
        </>
      )}
      <Suspense>
        {taking?.account && (
          <ActivateDialog account={taking.account} role={taking} onOpenChange={(next) => !next && setTaking(undefined)} />
        )}
      </Suspense>
    </Panel>
  )
}
