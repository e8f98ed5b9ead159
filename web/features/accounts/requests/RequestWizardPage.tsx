import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problemOf, withoutUnchanged } from '../../../api/problem.ts'
import { getAccount, getMe } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { paths } from '../../../paths.ts'
import { startFromLabels } from '../../../shared/startFromLabels.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { AccessDeniedState, ErrorState } from '../../../ui/States.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { type Draft, draftOfAccount, draftOfRequest, emptyDraft } from './draft.ts'
import { RequestWizard } from './RequestWizard.tsx'
import { draftKey, loadDraft, saveDraft } from './useDraft.ts'

const route = getRouteApi('/accounts/request')

/** `from` is an account whose values are copied; `request` is an existing request to edit. */
export function RequestWizardPage() {
  const { from, request } = route.useSearch()
  const me = useQuery(getMe()).data
  if (!me) return <LoadingState title="Request account" />
  if (request) return <ChangeRequest key={request} id={request} me={me} />
  if (from) return <StartFromAccount key={from} id={from} me={me} />
  const key = draftKey(me.id, undefined)
  return <RequestWizard storageKey={key} me={me} initial={loadDraft(key, 0) ?? emptyDraft(me)} />
}

type CurrentUser = Parameters<typeof emptyDraft>[0]

function StartFromAccount({ id, me }: { id: string; me: CurrentUser }) {
  const navigateTo = useNavigateTo()
  const account = useQuery(getAccount(id))
  useEffect(() => {
    if (!account.data) return
    const key = draftKey(me.id, undefined)
    const { name, purpose } = loadDraft<Draft>(key, 0) ?? emptyDraft(me)
    saveDraft(key, 0, { ...draftOfAccount(account.data, me), name, purpose })
    toast.ok(startFromLabels.filledIn(account.data.name), { description: 'Enter a new name and reason.' })
    navigateTo(paths.requestAccount(), { replace: true })
  }, [account.data, me, navigateTo])
  if (account.error) return <LoadError title={startFromLabels.notRead} error={account.error} onRetry={() => account.refetch()} />
  return <LoadingState title="Request account" />
}

function ChangeRequest({ id, me }: { id: string; me: CurrentUser }) {
  // The request isn't refetched, because the version that was opened is needed to detect concurrent changes.
  const request = useQuery({
    queryKey: ['request as opened', id],
    queryFn: ({ signal }) => call('getAccountRequest', { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (request.error) return <LoadError title="Couldn’t load the request" error={request.error} onRetry={() => request.refetch()} />
  if (!request.data) return <LoadingState title="Edit request" />
  const { can, version, reference } = request.data
  if (can.edit !== true) {
    return (
      <Page title={`Change ${reference}`} breadcrumbs={[{ label: 'Requests', href: paths.requests() }]} width="narrow">
        <Panel>
          <AccessDeniedState title="You can’t edit this request" reason={can.edit ?? 'Only the requester can edit this request.'}>
            <Button href={paths.request(id)}>View request</Button>
          </AccessDeniedState>
        </Panel>
      </Page>
    )
  }
  const key = draftKey(me.id, id)
  return <RequestWizard storageKey={key} me={me} request={request.data} initial={loadDraft(key, version) ?? draftOfRequest(request.data)} />
}

function LoadingState({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Panel>
        <SkeletonText lines={9} />
      </Panel>
    </Page>
  )
}

function LoadError({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const { message, requestId } = problemOf(error)
  return (
    <Page title="Request account">
      <Panel>
        <ErrorState title={title} requestId={requestId} onRetry={onRetry}>
          <p>{withoutUnchanged(message)}</p>
          <Button href={paths.requestAccount()}>Start with an empty request</Button>
        </ErrorState>
      </Panel>
    </Page>
  )
}
