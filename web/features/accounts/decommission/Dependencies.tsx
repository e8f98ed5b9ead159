import { KeyRound, Network, Rocket, Siren, User, Users } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { LinkList } from '../../../shared/LinkList.tsx'
import { TicketLink } from '../../../shared/TicketLink.tsx'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { decommissionLabels } from './labels.ts'
import { Part } from './Part.tsx'
import { EmptyState } from './RemovalList.tsx'
import type { DryRun } from './types.ts'

type Access = NonNullable<DryRun['access']['found']>

export function Dependencies({ dryRun }: { dryRun: DryRun }) {
  const { connections, access, incidents, deployments, keys, storeNumbers } = dryRun
  return (
    <Panel title={decommissionLabels.dependencies} description="Notify the people responsible before you decommission the account." flush>
      <Part title="Network connections" part={connections} aside={(found) => found.length > 0 && count(found.length, 'connection')}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState>No connected networks.</EmptyState>
          ) : (
            <ul className="mt-1.5 space-y-1">
              {found.map((each) => (
                <li key={`${each.network} ${each.remoteName} ${each.name}`} className="flex gap-2 wrap-anywhere">
                  <Network size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
                  <span>
                    {each.network}
                    {each.kind === 'dns' ? ', with DNS from ' : ' to '}
                    {each.account ? <Link href={paths.account(each.account.id)}>{each.account.name}</Link> : each.remoteName}
                    {each.hub && each.kind === 'peering' && <span className="text-ink-2">, {decommissionLabels.hub}</span>}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Part>
      <Part title="Access" part={access} aside={(found) => `${count(found.people, 'person', 'people')}, ${count(found.groups, 'group')}`}>
        {(found) => <Grants found={found} />}
      </Part>
      <Part title="Open incidents" part={incidents} aside={(found) => found.length > 0 && count(found.length, 'incident')}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState>No open incidents.</EmptyState>
          ) : (
            <ul className="mt-1.5 space-y-1">
              {found.map(({ number, url, title, openedAt }) => (
                <li key={number} className="flex gap-2">
                  <Siren size={15} aria-hidden className="mt-0.5 shrink-0 text-warn" />
                  <span className="min-w-0 wrap-anywhere">
                    <TicketLink number={number} url={url} /> {title}
                    {openedAt && (
                      <span className="text-ink-2">
                        , since <DateTime at={openedAt} time={false} />
                      </span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Part>
      <Part title="Deployed applications" part={deployments} aside={(found) => found.length > 0 && count(found.length, 'application')}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState>No deployed applications.</EmptyState>
          ) : (
            <ul className="mt-1.5 space-y-1">
              {found.map(({ name, health, namespace, cluster }) => (
                <li key={name} className="flex gap-2">
                  <Rocket size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
                  <span className="min-w-0 wrap-anywhere">
                    <Link href={paths.deployments(dryRun.accountId)}>{name}</Link>
                    <span className="text-ink-2">
                      {' '}
                      ({health.toLowerCase()}){namespace && `, in ${namespace}`}
                      {cluster && ` on ${cluster}`}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Part>
      {keys.length > 0 && (
        <Part title="API keys" part={{ found: keys, problem: null }} aside={(found) => count(found.length, 'key')}>
          {(found) => (
            <>
              <ul className="mt-1.5 space-y-1">
                {found.map(({ kind, name, prefix, lastUsedAt }) => (
                  <li key={prefix} className="flex gap-2">
                    <KeyRound size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
                    <span className="min-w-0 wrap-anywhere">
                      <Link href={paths.account(dryRun.accountId, kind === 'deploy' ? 'deployments' : 'incidents')}>{name}</Link>
                      <span className="text-ink-2">
                        , {kind === 'deploy' ? 'deploys to this account' : 'reports alerts'}
                        {lastUsedAt ? (
                          <>
                            , last used <DateTime at={lastUsedAt} time={false} />
                          </>
                        ) : (
                          ', never used'
                        )}
                      </span>
                    </span>
                  </li>
                ))}
              </ul>
              <p className="mt-1.5 text-sm text-ink-2">When access is removed, these keys stop working for this account.</p>
            </>
          )}
        </Part>
      )}
      {storeNumbers.length > 0 && (
        <Part title="Stores" part={{ found: storeNumbers, problem: null }} aside={(found) => count(found.length, 'store')}>
          {(found) => (
            <p className="mt-1 text-ink-2">
              <LinkList links={found.map((number) => ({ name: number, href: paths.edgeStores({ q: number, store: number }) }))} />
            </p>
          )}
        </Part>
      )}
    </Panel>
  )
}

const shownAtFirst = 6

function Grants({ found }: { found: Access }) {
  const [showsAll, setShowsAll] = useState(false)
  if (found.total === 0) return <EmptyState>No direct role assignments.</EmptyState>
  const byPrincipal = Map.groupBy(found.grants, ({ principal }) => principal)
  const lines = [...byPrincipal]
  const visibleItems = showsAll ? lines : lines.slice(0, shownAtFirst)
  const remainingCount = lines.length - visibleItems.length
  return (
    <>
      <ul className="mt-1.5 space-y-1">
        {visibleItems.map(([principal, grants]) => {
          const { kind, groupId } = grants[0]!
          const Glyph = kind === 'group' ? Users : User
          return (
            <li key={principal} className="flex gap-2">
              <Glyph size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
              <span className="min-w-0 wrap-anywhere">
                {groupId ? <Link href={paths.accessGroup(groupId)}>{principal}</Link> : principal}
                <span className="text-ink-2">: {rolesOf(grants)}</span>
              </span>
            </li>
          )
        })}
      </ul>
      {remainingCount > 0 && (
        <Button variant="quiet" size="sm" className="mt-1 -ml-2" onClick={() => setShowsAll(true)}>
          Show {remainingCount} more
        </Button>
      )}
      <p className="mt-1.5 max-w-prose text-sm text-ink-2">
        Access is removed first and recorded, so that undo restores it exactly.
        {found.kept > 0 &&
          ` ${count(found.kept, 'role assignment')} of applications stay until the resources are deleted, so that applications keep running.`}
      </p>
    </>
  )
}

function rolesOf(grants: Access['grants']): string {
  const labels = grants.map(
    ({ role, assignment, scope }) =>
      `${role}${assignment === 'eligible' ? ' (on request)' : ''}${scope.startsWith('The whole') ? '' : ` on ${scope}`}`,
  )
  return [...new Set(labels)].join(', ')
}
