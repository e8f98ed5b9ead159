import { useQuery } from '@tanstack/react-query'
import { KeyRound, Search } from 'lucide-react'
import { useState } from 'react'
import { listUserExistingAccess, listUserPendingAccessRequests } from '../../../api/accessQueries.ts'
import { paths } from '../../../paths.ts'
import { AccessPage } from '../../../shared/AccessPage.tsx'
import { ListSearchBox } from '../../../shared/ListSearchBox.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { CurrentAccess } from './CurrentAccess.tsx'
import { CurrentSandboxes } from './CurrentSandboxes.tsx'
import { EndedAccess } from './EndedAccess.tsx'
import { myAccessLabels } from './myAccessLabels.ts'
import { QueryBoundary } from './QueryBoundary.tsx'
import { RequestedAccess } from './RequestedAccess.tsx'
import type { ExistingAccess } from './types.ts'

const maxVisible = 8

export function MyAccessPage() {
  const accessQuery = useQuery(listUserExistingAccess())
  const query = useQuery(listUserPendingAccessRequests())
  const ended = useQuery(listUserExistingAccess(true))
  return (
    <AccessPage
      part="mine"
      description="Your access to accounts and sandboxes, and when it ends."
      actions={
        <Button variant="primary" icon={Search} href={paths.findAccess()}>
          Find access
        </Button>
      }
    >
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
        <div className="min-w-0 space-y-4">
          <Panel title={myAccessLabels.access} flush>
            <QueryBoundary query={accessQuery} what="your access" lines={6}>
              {(items) =>
                items.length === 0 ? <EmptyAccessList waiting={(query.data?.length ?? 0) > 0} /> : <CurrentAccessList items={items} />
              }
            </QueryBoundary>
          </Panel>
          <CurrentSandboxes />
        </div>
        <div className="min-w-0 space-y-4">
          <Panel title={myAccessLabels.requests} flush>
            <QueryBoundary query={query} what="your requests" lines={3}>
              {(items) =>
                items.length === 0 ? (
                  <p className="px-4 py-3 text-ink-2">{myAccessLabels.noRequests}</p>
                ) : (
                  <ul className="divide-y divide-line">
                    {items.map((request) => (
                      <RequestedAccess key={request.id} request={request} />
                    ))}
                  </ul>
                )
              }
            </QueryBoundary>
          </Panel>
          {ended.data && ended.data.length > 0 && (
            <Panel title={myAccessLabels.ended} description="In the last 30 days" flush>
              <ul className="divide-y divide-line">
                {ended.data.map((each) => (
                  <EndedAccess key={each.id} access={each} />
                ))}
              </ul>
            </Panel>
          )}
        </div>
      </div>
    </AccessPage>
  )
}

function EmptyAccessList({ waiting }: { waiting: boolean }) {
  return (
    <div className="px-4 py-6">
      <EmptyState
        icon={KeyRound}
        title={waiting ? 'No access yet' : myAccessLabels.none}
        action={<Button href={paths.privilegedRoles()}>View privileged roles</Button>}
      >
        {waiting
          ? 'Your access appears here after your request is approved.'
          : 'To find access, describe what you need to do. We suggest access groups and show who approves.'}
      </EmptyState>
    </div>
  )
}

function CurrentAccessList({ items }: { items: readonly ExistingAccess[] }) {
  const [text, setText] = useState('')
  const terms = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const visibleAccess = items.filter(({ account, group, allowedActions }) => {
    const all = [account.name, account.environment, group.name, ...group.roles, ...allowedActions].join(' ').toLocaleLowerCase()
    return terms.every((term) => all.includes(term))
  })
  return (
    <>
      {items.length > maxVisible && (
        <div className="border-b border-line px-4 py-2.5">
          <ListSearchBox
            label="Search your access"
            placeholder="Account, group or task"
            text={text}
            onSearch={setText}
            shown={visibleAccess.length}
            total={items.length}
            subject="group"
          />
        </div>
      )}
      {visibleAccess.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">No matching access.</p>
      ) : (
        <ul className="divide-y divide-line">
          {visibleAccess.map((each) => (
            <CurrentAccess key={each.id} current={each} />
          ))}
        </ul>
      )}
    </>
  )
}
