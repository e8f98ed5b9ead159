import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../../api/ask.ts'
import { isNotFound } from '../../../api/problem.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { NotFoundPage, RefusedPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { draftOfTemplate, emptyTemplate } from './templateDraft.ts'

const route = getRouteApi('/admin/sandboxes/templates/$id')
const crumbs = [{ label: 'Sandbox setup', href: paths.sandboxAdmin() }]

/** `from` names a template to copy. */
export function TemplatePage() {
  const { id } = route.useParams()
  const { from } = route.useSearch()
  const me = useQuery(getMe()).data
  const source = id === 'new' ? from : id
  // The base of the edits must not change; its version detects a concurrent change.
  const template = useQuery({
    queryKey: ['template as opened', source],
    queryFn: ({ signal }) => call('getSandboxTemplate', { params: { id: source ?? '' } }, { signal }),
    enabled: source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (me && !me.roles.includes('admin')) {
    return (
      <RefusedPage
        reason="Only administrators can edit templates. The gallery shows what each one offers."
        homeHref={paths.sandboxes()}
        homeLabel="Sandboxes"
      />
    )
  }
  if (template.error && isNotFound(template.error))
    return <NotFoundPage homeHref={paths.sandboxAdmin()} homeLabel="Sandbox setup" what="template" />
  if (template.error) {
    return (
      <Page title="Template" breadcrumbs={crumbs}>
        <Panel>
          <Failed what="The template" error={template.error} onRetry={() => template.refetch()} />
        </Panel>
      </Page>
    )
  }
  if (source === undefined) return <TemplateForm key="new" template={undefined} initial={emptyTemplate} />
  if (!template.data) {
    return (
      <Page title="Template" breadcrumbs={crumbs}>
        <Panel>
          <SkeletonText lines={14} />
        </Panel>
      </Page>
    )
  }
  const draft = draftOfTemplate(template.data)
  if (id === 'new') return <TemplateForm key={`like ${source}`} template={undefined} initial={{ ...draft, name: '' }} />
  return <TemplateForm key={id} template={template.data} initial={draft} />
}
