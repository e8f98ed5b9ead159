import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '../../../api/problem.ts'
import { getMe } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { AccessDeniedPage, NotFoundPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { draftOfTemplate, emptyTemplate } from './templateDraft.ts'

const route = getRouteApi('/admin/sandboxes/templates/$id')
const crumbs = [{ label: 'Sandbox setup', href: paths.sandboxAdmin() }]

/** `from` is the ID of a template to copy. */
export function TemplatePage() {
  const { id } = route.useParams()
  const { from } = route.useSearch()
  const currentUser = useQuery(getMe()).data
  const source = id === 'new' ? from : id
  // The template isn't refetched, because the version that was opened is needed to detect concurrent changes.
  const template = useQuery({
    queryKey: ['template as opened', source],
    queryFn: ({ signal }) => call('getSandboxTemplate', { params: { id: source ?? '' } }, { signal }),
    enabled: source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (currentUser && !currentUser.roles.includes('admin')) {
    return (
      <AccessDeniedPage
        reason="Only administrators can edit templates. The templates page shows the available templates."
        homeHref={paths.sandboxes()}
        homeLabel="Sandboxes"
      />
    )
  }
  if (template.error && isNotFound(template.error))
    return <NotFoundPage homeHref={paths.sandboxAdmin()} homeLabel="Sandbox setup" subject="template" />
  if (template.error) {
    return (
      <Page title="Template" breadcrumbs={crumbs}>
        <Panel>
          <LoadError subject="the template" error={template.error} onRetry={() => template.refetch()} />
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
