import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { listSandboxTemplates } from '../../../api/sandboxQueries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { Activity } from '../../../shared/Activity.tsx'
import { changedFields } from '../../../shared/changedFields.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { TemplateCard } from '../sandboxes/TemplateCard.tsx'
import type { NewSandboxTemplate, SandboxTemplate } from '../sandboxes/types.ts'
import { TemplateApproval } from './TemplateApproval.tsx'
import { TemplateBasics } from './TemplateBasics.tsx'
import { TemplateLimits } from './TemplateLimits.tsx'
import { TemplateTeam } from './TemplateTeam.tsx'
import { TemplateWatch } from './TemplateWatch.tsx'
import { type TemplateDraft, templateBody, validateDraft } from './templateDraft.ts'
import { templateFormLabels } from './templateLabels.ts'
import type { TemplatePartProps } from './templatePart.ts'

const noCapacity = { total: 0, free: 0, queued: 0, nextFreeAt: null }

interface TemplateFormProps {
  template: SandboxTemplate | undefined
  initial: TemplateDraft
}

/** The card beside the form is the same as in the gallery of templates. */
export function TemplateForm({ template, initial }: TemplateFormProps) {
  const form = useId()
  const navigateTo = useNavigateTo()
  const create = useCall('createSandboxTemplate', ['sandboxTemplate'])
  const update = useCall('updateSandboxTemplate', ['sandboxTemplate'])
  const { error, isPending } = template ? update : create
  const [draft, setDraft] = useState(initial)
  const [attempt, setAttempt] = useState(0)
  // Templates with the same hosting share the capacity.
  const templates = useQuery(listSandboxTemplates()).data
  const capacity = templates?.find(({ hosting }) => hosting === draft.hosting)?.capacity ?? noCapacity
  const problems = validateDraft(draft)
  const problem = error ? problemOf(error) : undefined
  const errorOf = (field: keyof NewSandboxTemplate) => (attempt > 0 ? problems[field] : undefined) ?? fieldError(problem, field)
  const change = (part: Partial<TemplateDraft>) => setDraft((previous) => ({ ...previous, ...part }))
  const part: TemplatePartProps = { draft, change, errorOf }
  const errors = attempt > 0 ? Object.entries(problems).map(([name, message]) => ({ name, message })) : []

  const submit = async () => {
    setAttempt((previous) => previous + 1)
    if (Object.keys(problems).length > 0 || isPending) return
    const body = templateBody(draft)
    try {
      if (template) {
        const changes = changedFields(templateBody(initial), body)
        if (Object.keys(changes).length > 0)
          await update.mutateAsync({ params: { id: template.id }, body: changes, headers: ifMatch(template.version) })
      } else await create.mutateAsync({ body })
    } catch {
      return // The form shows the errors.
    }
    toast.ok(template ? `${body.name} updated` : `${body.name} created`, {
      description: template ? 'Existing sandboxes keep their current limits.' : undefined,
    })
    navigateTo(paths.sandboxAdmin())
  }
  const title = template ? templateFormLabels.edit(template.name) : templateFormLabels.create
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: 'Sandbox setup', href: paths.sandboxAdmin() }]}
      description={
        template && template.live > 0
          ? `${count(template.live, 'sandbox uses', 'sandboxes use')} this template and ${template.live === 1 ? 'keeps its' : 'keep their'} current limits.`
          : undefined
      }
    >
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Form id={form} onSubmit={submit} aria-label={title} className="min-w-0 space-y-4">
          <ErrorSummary errors={errors} attempt={attempt} />
          <FormProblem problem={problem} />
          <Section title="Basics">
            <TemplateBasics {...part} />
          </Section>
          <Section title="Limits">
            <TemplateLimits {...part} />
          </Section>
          <Section title="Approval">
            <TemplateApproval {...part} />
          </Section>
          <Section title="Budget and lease alerts">
            <TemplateWatch {...part} />
          </Section>
          <Section title="Groups and typical use">
            <TemplateTeam {...part} />
          </Section>
          <footer className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 rounded-md border border-line bg-sunken px-4 py-3">
            <Button href={paths.sandboxAdmin()}>Cancel</Button>
            <Button type="submit" variant="primary" loading={isPending}>
              {template ? templateFormLabels.save : templateFormLabels.confirm}
            </Button>
          </footer>
        </Form>
        <aside aria-label={templateFormLabels.preview} className="min-w-0 xl:sticky xl:top-[calc(var(--sticky-top,0px)+1rem)]">
          <p className="mb-2 text-sm text-ink-2">Preview</p>
          <TemplateCard
            template={{
              ...draft,
              maxBudget: draft.maxBudget ?? 0,
              maxHours: draft.maxHours ?? 0,
              maxExtensions: draft.maxExtensions ?? 0,
              extensionHours: draft.extensionHours ?? 0,
              maxMembers: draft.maxMembers ?? 0,
              typicalCost: template?.typicalCost ?? null,
              capacity,
            }}
          />
        </aside>
      </div>
      {template && (
        <Panel title="Activity" className="mt-4">
          <Activity kind="sandboxTemplate" id={template.id} />
        </Panel>
      )}
    </Page>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className="space-y-5">{children}</div>
    </Panel>
  )
}
