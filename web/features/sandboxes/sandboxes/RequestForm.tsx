import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listTowers } from '../../../api/queries.ts'
import { listMySandboxes } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { ChoicesFailed } from '../../../shared/ChoicesFailed.tsx'
import type { Person } from '../../../shared/PersonPicker.tsx'
import { ResubmitBanner } from '../../../shared/ResubmitBanner.tsx'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { useFirstField } from '../../../shared/useFirstField.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { useOnlyChoice } from '../../../shared/useOnlyChoice.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Select } from '../../../ui/Select.tsx'
import { type DraftSaveState, deleteDraft, useDraft } from '../../accounts/requests/useDraft.ts'
import { applyTemplate, type Draft, emptyDraft, type Problem, problemsOf } from './draft.ts'
import { FormAside } from './FormAside.tsx'
import { FormFields } from './FormFields.tsx'
import { requestFormLabels } from './pageLabels.ts'
import { TemplateChoice } from './TemplateChoice.tsx'
import type { SandboxRequest, SandboxTemplate } from './types.ts'
import { useSandboxCheck } from './useSandboxCheck.ts'
import { useSubmit } from './useSubmit.ts'

const saveStateLabels: Record<DraftSaveState, string> = {
  untouched: '',
  saving: 'Saving draft…',
  saved: requestFormLabels.draftSaved,
  notSaved: 'This browser can’t save drafts. Submit the request before you leave.',
}

interface RequestFormProps {
  me: Person
  templates: readonly SandboxTemplate[]
  choosesOnlyTemplate?: boolean
  storageKey: string
  initial: Draft
  request?: SandboxRequest
}

export function RequestForm({ me, templates, choosesOnlyTemplate = false, storageKey, initial, request }: RequestFormProps) {
  const navigateTo = useNavigateTo()
  const { draft, change, saveState } = useDraft<Draft>(storageKey, request?.version ?? 0, initial)
  const template = templates.find(({ id }) => id === draft.templateId)
  const { check, stateOf } = useSandboxCheck(draft, request?.id)
  const [errors, setErrors] = useState<readonly Problem[]>([])
  const [attempt, setAttempt] = useState(0)
  // Without a template in the URL, the templates stay visible.
  const [isChoosingKind, setIsChoosingKind] = useState(template === undefined)
  const { send, sending } = useSubmit(request)
  const choices = useQuery(listTowers())
  const towers = choices.data ?? []
  const mySandboxes = useQuery(listMySandboxes()).data
  const ownTower = mySandboxes?.find(({ mine }) => mine === 'owner')?.tower ?? towers.find(({ name }) => name === me.department)
  // The default is the tower of the person’s own sandboxes, or of their department. Other people’s sandboxes say nothing about who pays.
  useEffect(() => {
    if (mySandboxes && ownTower && draft.towerId === null) change({ towerId: ownTower.id })
  }, [mySandboxes, ownTower, draft.towerId, change])
  useOnlyChoice(towers, draft.towerId, (towerId) => change({ towerId }))
  const requestable = choosesOnlyTemplate ? templates.filter((each) => isAllowed(each, 'request')) : []
  useOnlyChoice(requestable, draft.templateId, () => change(applyTemplate(requestable[0]!, draft)))

  useFirstField('[name=name]', template !== undefined && draft.name === '')

  const edit = (part: Partial<Draft>) => {
    change(part)
    // A corrected field loses its error; the other fields keep theirs.
    const remainingProblems = problemsOf({ ...draft, ...part }, template)
    setErrors((previous) =>
      previous.filter((error) => remainingProblems.some(({ name, message }) => name === error.name && message === error.message)),
    )
  }
  const submit = async () => {
    if (sending) return
    const problems = problemsOf(draft, template)
    const name = stateOf('name')
    if (name?.status === 'bad' && !problems.some((problem) => problem.name === 'name'))
      problems.unshift({ name: 'name', message: name.text })
    const rejection = problems.length > 0 ? problems : await send(draft)
    setErrors(rejection)
    setAttempt((previous) => previous + 1)
    if (rejection.length === 0) deleteDraft(storageKey)
  }
  const title = request ? `Edit ${request.reference}` : requestFormLabels.title
  const hasStarted = draft.name !== '' || draft.justification !== ''
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: 'Sandboxes', href: paths.sandboxes() },
        ...(request ? [{ label: request.name, href: paths.sandboxRequest(request.id) }] : []),
      ]}
      actions={
        hasStarted && (
          <Button
            variant="quiet"
            onClick={() => {
              deleteDraft(storageKey)
              if (request) return navigateTo(paths.sandboxRequest(request.id))
              change(emptyDraft(me))
              setErrors([])
              setIsChoosingKind(true)
            }}
          >
            {request ? 'Discard changes' : 'Start over'}
          </Button>
        )
      }
    >
      {request && (
        <div className="mb-4">
          <ResubmitBanner approvals={request.approvals} />
        </div>
      )}
      <ChoicesFailed queries={[choices]} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Form onSubmit={submit} aria-label={title} className="min-w-0 rounded-md border border-line bg-surface">
          <div className="space-y-5 px-4 pt-5 pb-6 sm:px-6">
            <ErrorSummary errors={errors} attempt={attempt} />
            {request ? (
              <p>
                <span className="text-ink-2">Template:</span> <strong className="font-semibold">{request.template.name}</strong>
              </p>
            ) : template && !isChoosingKind ? (
              <Select
                label="Template"
                name="templateId"
                hint={template.description || undefined}
                options={templates.map((item) => ({ value: item.id, label: item.name }))}
                value={template.id}
                error={errors.find(({ name }) => name === 'templateId')?.message}
                onChange={(id) => edit(applyTemplate(templates.find((item) => item.id === id) ?? template, draft))}
              />
            ) : (
              <TemplateChoice
                templates={templates}
                chosen={template}
                error={errors.find(({ name }) => name === 'templateId')?.message}
                onChoose={(selected) => edit(applyTemplate(selected, draft))}
              />
            )}
            {template && (
              <FormFields
                draft={draft}
                template={template}
                towers={towers}
                change={edit}
                errorOf={(field) => errors.find(({ name }) => name === field)?.message}
                stateOf={stateOf}
              />
            )}
          </div>
          <footer className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 rounded-b-md border-t border-line bg-sunken px-4 py-3 sm:px-6">
            <span className="flex-1 text-sm text-ink-2" aria-live="polite">
              {hasStarted && saveStateLabels[saveState]}
            </span>
            <Button type="submit" variant="primary" loading={sending}>
              {request ? requestFormLabels.resubmit : check?.automatic ? 'Create sandbox' : requestFormLabels.send}
            </Button>
          </footer>
        </Form>
        <aside className="min-w-0 space-y-4 lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)]">
          <FormAside template={template} check={check} hours={draft.hours} budget={draft.budget} />
        </aside>
      </div>
    </Page>
  )
}
