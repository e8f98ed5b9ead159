import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { call } from '../../../api/ask.ts'
import { getMe } from '../../../api/queries.ts'
import { listSandboxTemplates } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { Failed } from '../../../shared/Failed.tsx'
import type { Person } from '../../../shared/PersonPicker.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState, RefusedState } from '../../../ui/States.tsx'
import { draftKey, keptDraft } from '../../accounts/requests/useDraft.ts'
import { type Draft, draftOf, emptyDraft, fitTo } from './draft.ts'
import { requestFormLabels, requestPageLabels } from './pageLabels.ts'
import { RequestForm } from './RequestForm.tsx'
import type { SandboxTemplate } from './types.ts'

const route = getRouteApi('/sandboxes/request')
const crumbs = [{ label: 'Sandboxes', href: paths.sandboxes() }]

/** Opens a form for a template (`template`), or an existing request to edit (`request`). */
export function FormPage() {
  const { template, request } = route.useSearch()
  const me = useQuery(getMe()).data
  const templates = useQuery(listSandboxTemplates())
  if (templates.error && !templates.data) {
    return (
      <Page title={requestFormLabels.title} breadcrumbs={crumbs}>
        <Panel>
          <Failed what="The templates" error={templates.error} onRetry={() => templates.refetch()} />
        </Panel>
      </Page>
    )
  }
  if (!me || !templates.data) return <Waiting />
  if (request) return <Change key={request} id={request} me={me} templates={templates.data} />
  const offered = templates.data.filter(({ enabled }) => enabled)
  if (offered.length === 0) return <NothingOffered />
  const key = draftKey(me.id, 'sandbox')
  const kept = keptDraft<Draft>(key, 0) ?? emptyDraft(me)
  const wanted = offered.find(({ id }) => id === template)
  // A draft without any text doesn’t determine the template.
  const still = (kept.name || kept.justification) && offered.find(({ id }) => id === kept.templateId)
  const chosen = wanted ?? (still || undefined)
  const initial = chosen ? { ...kept, ...fitTo(chosen, kept) } : { ...kept, templateId: null }
  return <RequestForm key={template ?? ''} me={me} templates={offered} storageKey={key} initial={initial} />
}

function Change({ id, me, templates }: { id: string; me: Person; templates: readonly SandboxTemplate[] }) {
  // The base of the edits must not change; its version detects a concurrent change.
  const request = useQuery({
    queryKey: ['sandbox request as opened', id],
    queryFn: ({ signal }) => call('getSandboxRequest', { params: { sboxRequestId: id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (request.error) {
    return (
      <Page title={requestPageLabels.edit} breadcrumbs={crumbs}>
        <Panel>
          <Failed what="The request" error={request.error} onRetry={() => request.refetch()} />
        </Panel>
      </Page>
    )
  }
  if (!request.data) return <Waiting />
  const { can, kind, version, reference } = request.data
  if (can.edit !== true || kind === 'extension') {
    return (
      <Page title={`Edit ${reference}`} breadcrumbs={crumbs} width="narrow">
        <Panel>
          <RefusedState
            title="You can’t edit this request here"
            reason={typeof can.edit === 'string' ? can.edit : 'Edit an extension on its request page.'}
          >
            <Button href={paths.sandboxRequest(id)}>View request</Button>
          </RefusedState>
        </Panel>
      </Page>
    )
  }
  const key = draftKey(me.id, id)
  return (
    <RequestForm
      me={me}
      templates={templates}
      storageKey={key}
      request={request.data}
      initial={keptDraft<Draft>(key, version) ?? draftOf(request.data)}
    />
  )
}

function NothingOffered() {
  return (
    <Page title={requestFormLabels.title} breadcrumbs={crumbs}>
      <Panel>
        <EmptyState icon={FlaskConical} title="No templates available" action={<Button href={paths.sandboxes()}>Back to gallery</Button>}>
          Administrators publish templates. Ask the platform team if you need one.
        </EmptyState>
      </Panel>
    </Page>
  )
}

function Waiting() {
  return (
    <Page title={requestFormLabels.title} breadcrumbs={crumbs}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Panel>
          <SkeletonText lines={12} />
        </Panel>
        <Panel title="Approval">
          <SkeletonText lines={3} />
        </Panel>
      </div>
    </Page>
  )
}
