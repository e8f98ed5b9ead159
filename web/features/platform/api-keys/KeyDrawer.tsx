import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { listApiKeys } from '../../../api/apiKeyQueries.ts'
import { paths } from '../../../paths.ts'
import { Activity } from '../../../shared/Activity.tsx'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { Drawer } from '../../../ui/Dialog.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { LastUsed } from './apiKeyColumns.tsx'
import { KeyState } from './KeyState.tsx'
import { apiKeyLabels } from './labels.ts'
import type { ApiKey, Scope } from './types.ts'

export function KeyDrawer({
  id,
  onClose,
  onEdit,
  onRevoke,
  children,
}: {
  id: string
  onClose: () => void
  onEdit: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
  /** Dialogs above the drawer are its children, so that screen readers can reach them. */
  children: ReactNode
}) {
  const result = useQuery(listApiKeys({ search: id, revoked: true, size: 1 }))
  const key = result.data?.items.find((each) => each.id === id)
  return (
    <Drawer
      open
      onOpenChange={(next) => !next && onClose()}
      title={key?.name ?? 'API key'}
      footer={
        key && (
          <>
            <Button disabledReason={reasonOf(key, 'update')} onClick={() => onEdit(key)}>
              Edit
            </Button>
            <Button disabledReason={reasonOf(key, 'revoke')} onClick={() => onRevoke(key)}>
              {apiKeyLabels.openRevoke}
            </Button>
          </>
        )
      }
    >
      {key ? (
        <div className="space-y-6">
          <Facts apiKey={key} scopes={result.data?.scopes ?? []} />
          <section aria-labelledby="key-activity">
            <h3 id="key-activity" className="mb-1 font-semibold">
              Activity
            </h3>
            <Activity kind="apiKey" id={key.id} />
          </section>
        </div>
      ) : result.error ? (
        <LoadError subject="the key" error={result.error} onRetry={() => void result.refetch()} />
      ) : result.isFetching ? (
        <SkeletonText lines={8} />
      ) : (
        <EmptyState icon={KeyRound} title="Key not found" />
      )}
      {children}
    </Drawer>
  )
}

function Facts({ apiKey, scopes }: { apiKey: ApiKey; scopes: readonly Scope[] }) {
  const isLive = apiKey.state === 'active' || apiKey.state === 'ending'
  return (
    <div className="space-y-4">
      {isLive && !apiKey.owner.active && (
        <Banner tone="warn" title={`${apiKey.owner.displayName} has left`}>
          Requests with this key are denied until you change its owner.
        </Banner>
      )}
      <KeyValues
        columns={1}
        items={[
          { label: 'Status', value: <KeyState apiKey={apiKey} /> },
          {
            label: 'Permissions',
            value: (
              <ul className="space-y-1">
                {apiKey.scopes.map((id) => (
                  <li key={id}>
                    {scopes.find((scope) => scope.id === id)?.label} <code className="font-mono text-sm text-ink-2">{id}</code>
                  </li>
                ))}
              </ul>
            ),
          },
          { label: 'Owner', value: <PersonChip detail person={apiKey.owner} /> },
          { label: apiKeyLabels.lastUsed, value: <LastUsed at={apiKey.lastUsedAt} /> },
          { label: 'Expires', value: <DateTime at={apiKey.expiresAt} /> },
          apiKey.prefix === null
            ? { label: 'Client ID', value: <CopyId value={apiKey.clientId ?? ''} kind="client ID" /> }
            : { label: 'Prefix', value: <CopyId value={apiKey.prefix} kind="key prefix" /> },
          {
            label: 'Generated',
            value: (
              <>
                <DateTime at={apiKey.createdAt} /> by {apiKey.createdBy.displayName}
              </>
            ),
          },
          ...(apiKey.revokedAt
            ? [
                {
                  label: 'Revoked',
                  value: (
                    <>
                      <DateTime at={apiKey.revokedAt} />{' '}
                      {apiKey.revokedBy ? `by ${apiKey.revokedBy.displayName}` : 'because the owner left'}
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {apiKey.accounts.length > 0 && (
        <section aria-labelledby="key-accounts">
          <h3 id="key-accounts" className="mb-1 font-semibold">
            For {count(apiKey.accounts.length, 'account')}
          </h3>
          <p className="mb-1 text-sm text-ink-2">{apiKeyLabels.laterAccounts}</p>
          <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
            {apiKey.accounts.map(({ id, name }) => (
              <li key={id} className="min-w-0 wrap-anywhere">
                <Link href={paths.account(id)}>{name}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
