import { useQuery } from '@tanstack/react-query'
import { FlaskConical, Plus } from 'lucide-react'
import { listSandboxTemplates } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useIsAdmin } from '../../../shared/useIsAdmin.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { requestFormLabels } from './pageLabels.ts'
import { SandboxesFrame } from './SandboxesFrame.tsx'
import { TemplateCard } from './TemplateCard.tsx'

export function GalleryPage() {
  const templates = useQuery(listSandboxTemplates())
  const isAdmin = useIsAdmin()
  const availableTemplates = templates.data?.filter(({ enabled }) => enabled)
  return (
    <SandboxesFrame
      part="gallery"
      description="Temporary Azure environments for you and your team, ready in minutes, with a budget and an end date."
    >
      {templates.error && !templates.data ? (
        <Panel>
          <LoadError subject="the templates" error={templates.error} onRetry={() => templates.refetch()} />
        </Panel>
      ) : availableTemplates?.length === 0 ? (
        <Panel>
          <EmptyState
            icon={FlaskConical}
            title="No templates yet"
            action={isAdmin && <Button href={paths.sandboxTemplate('new')}>Create template</Button>}
          >
            Administrators publish templates. Ask the platform team if you need one.
          </EmptyState>
        </Panel>
      ) : (
        <ul aria-label={requestFormLabels.templates} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {availableTemplates
            ? availableTemplates.map((template) => (
                <li key={template.id}>
                  <TemplateCard template={template}>
                    <Button icon={Plus} href={paths.requestSandbox(template.id)} disabledReason={reasonOf(template, 'request')}>
                      {requestFormLabels.request}
                      <span className="sr-only"> {template.name}</span>
                    </Button>
                  </TemplateCard>
                </li>
              ))
            : [0, 1, 2, 3, 4, 5].map((index) => (
                <li key={index}>
                  <Skeleton className="h-80" />
                </li>
              ))}
        </ul>
      )}
    </SandboxesFrame>
  )
}
