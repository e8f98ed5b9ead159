import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { getMe } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { listSandboxTemplates } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import type { Person } from '../../../shared/PersonPicker.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { AccessDeniedState, EmptyState } from '../../../ui/States.tsx'
import { draftKey, loadDraft } from '../../accounts/requests/useDraft.ts'
import { applyTemplate, type Draft, draftOf, emptyDraft } from './draft.ts'
import { requestFormLabels, requestPageLabels } from './pageLabels.ts'
import { RequestForm } from './RequestForm.tsx'
import type { SandboxTemplate } from './types.ts'

const route = getRouteApi('/sandboxes/request')
const crumbs = [{ label: 'Sandboxes', href: paths.sandboxes() }]

/** `template` is the template of a new request; `request` is an existing request to edit. */
export function FormPage() {
  const { template, request } = route.useSearch()
  const me = useQuery(getMe()).data
  const templates = useQuery(listSandboxTemplates())
  if (templates.error && !templates.data) {
    return (
      <Page title={requestFormLabels.title} breadcrumbs={crumbs}>
        <Panel>
          <LoadError subject="the templates" error={templates.error} onRetry={() => templates.refetch()} />
        </Panel>
      </Page>
    )
  }
  if (!me || !templates.data) return <LoadingState />
  if (request) return <Change key={request} id={request} me={me} templates={templates.data} />
  const availableTemplates = templates.data.filter(({ enabled }) => enabled)
  if (availableTemplates.length === 0) return <NoTemplates />
  const key = draftKey(me.id, 'sandbox')
  const storedDraft = loadDraft<Draft>(key, 0) ?? emptyDraft(me)
  const chosenTemplate = availableTemplates.find(({ id }) => id === template)
  // A draft with a name or a reason opens with its template.
  const recoveredTemplate =
    (storedDraft.name || storedDraft.justification) && availableTemplates.find(({ id }) => id === storedDraft.templateId)
  const selected = chosenTemplate ?? recoveredTemplate
  const initial = selected ? { ...storedDraft, ...applyTemplate(selected, storedDraft) } : { ...storedDraft, templateId: null }
  return (
    <RequestForm
      key={template ?? ''}
      me={me}
      templates={availableTemplates}
      choosesOnlyTemplate={template === undefined}
      storageKey={key}
      initial={initial}
    />
  )
}

function Change({ id, me, templates }: { id: string; me: Person; templates: readonly SandboxTemplate[] }) {
  // The request isn't refetched, because the version that was opened is needed to detect concurrent changes.
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
          <LoadError subject="the request" error={request.error} onRetry={() => request.refetch()} />
        </Panel>
      </Page>
    )
  }
  if (!request.data) return <LoadingState />
  const { can, kind, version, reference } = request.data
  if (can.edit !== true || kind === 'extension') {
    return (
      <Page title={`Edit ${reference}`} breadcrumbs={crumbs} width="narrow">
        <Panel>
          <AccessDeniedState
            title="You can’t edit this request here"
            reason={typeof can.edit === 'string' ? can.edit : 'To edit an extension, open its request.'}
          >
            <Button href={paths.sandboxRequest(id)}>View request</Button>
          </AccessDeniedState>
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
      initial={loadDraft<Draft>(key, version) ?? draftOf(request.data)}
    />
  )
}

function NoTemplates() {
  return (
    <Page title={requestFormLabels.title} breadcrumbs={crumbs}>
      <Panel>
        <EmptyState icon={FlaskConical} title="No templates available" action={<Button href={paths.sandboxes()}>Back to templates</Button>}>
          Administrators publish templates. Ask the platform team if you need one.
        </EmptyState>
      </Panel>
    </Page>
  )
}

function LoadingState() {
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
