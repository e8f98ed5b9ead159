import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../../api/ask.ts'
import { problemOf } from '../../../api/problem.ts'
import { getAccount, getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { ErrorState, RefusedState } from '../../../ui/States.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { type Draft, draftOfAccount, draftOfRequest, emptyDraft } from './draft.ts'
import { RequestWizard } from './RequestWizard.tsx'
import { draftKey, keepDraft, keptDraft } from './useDraft.ts'

const route = getRouteApi('/accounts/request')

/** Opens a new request, one with the values of another account (`from`), or an existing one to edit (`request`). */
export function RequestWizardPage() {
  const { from, request } = route.useSearch()
  const me = useQuery(getMe()).data
  if (!me) return <Waiting title="Request account" />
  if (request) return <ChangeRequest key={request} id={request} me={me} />
  if (from) return <StartFromAccount key={from} id={from} me={me} />
  const key = draftKey(me.id, undefined)
  return <RequestWizard storageKey={key} me={me} initial={keptDraft(key, 0) ?? emptyDraft(me)} />
}

type Me = Parameters<typeof emptyDraft>[0]

function StartFromAccount({ id, me }: { id: string; me: Me }) {
  const go = useNavigateTo()
  const account = useQuery(getAccount(id))
  useEffect(() => {
    if (!account.data) return
    const key = draftKey(me.id, undefined)
    const { name, purpose } = keptDraft<Draft>(key, 0) ?? emptyDraft(me)
    keepDraft(key, 0, { ...draftOfAccount(account.data, me), name, purpose })
    toast.ok(`Filled in from ${account.data.name}`, { description: 'Enter a new name and purpose.' })
    go(paths.requestAccount(), { replace: true })
  }, [account.data, me, go])
  if (account.error) return <Failed title="Couldn’t load the account" error={account.error} onRetry={() => account.refetch()} />
  return <Waiting title="Request account" />
}

function ChangeRequest({ id, me }: { id: string; me: Me }) {
  // The base of the edits must not change; its version detects a concurrent change.
  const request = useQuery({
    queryKey: ['request as opened', id],
    queryFn: ({ signal }) => call('getAccountRequest', { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (request.error) return <Failed title="Couldn’t load the request" error={request.error} onRetry={() => request.refetch()} />
  if (!request.data) return <Waiting title="Edit request" />
  const { can, version, reference } = request.data
  if (can.edit !== true) {
    return (
      <Page title={`Change ${reference}`} breadcrumbs={[{ label: 'Requests', href: paths.requests() }]} width="narrow">
        <Panel>
          <RefusedState title="You can’t edit this request" reason={can.edit ?? 'Only the requester can edit this request.'}>
            <Button href={paths.request(id)}>View request</Button>
          </RefusedState>
        </Panel>
      </Page>
    )
  }
  const key = draftKey(me.id, id)
  return <RequestWizard storageKey={key} me={me} request={request.data} initial={keptDraft(key, version) ?? draftOfRequest(request.data)} />
}

function Waiting({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Panel>
        <SkeletonText lines={9} />
      </Panel>
    </Page>
  )
}

function Failed({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const { message, requestId } = problemOf(error)
  return (
    <Page title="Request account">
      <Panel>
        <ErrorState title={title} requestId={requestId} onRetry={onRetry}>
          <p>{message}</p>
          <Button href={paths.requestAccount()}>Start with an empty request</Button>
        </ErrorState>
      </Panel>
    </Page>
  )
}
