import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Braces, Save, Trash2 } from 'lucide-react'
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { getApprovalPolicy } from '../../../api/approvalPolicies.ts'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { isAllowed, reasonOf } from '../../../shared/reasonOf.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Form, useFocusFirstError } from '../../../ui/Form.tsx'
import { uiLabels } from '../../../ui/labels.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Status } from '../../../ui/Status.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { AutomaticFields } from './AutomaticFields.tsx'
import { DraftAside } from './DraftAside.tsx'
import type { EditorPart } from './editorPart.ts'
import { JsonDialog } from './JsonDialog.tsx'
import { policyLabels } from './labels.ts'
import { documentOf, draftOf, missingIn, type PolicyDraft } from './policyDraft.ts'
import { hasSameDocument, loadPolicyDraft, savePolicyDraft } from './policyDraftStorage.ts'
import { StageFields } from './StageFields.tsx'
import { TemplateRules } from './TemplateRules.tsx'
import type { ApprovalPolicy, Fact, PolicyNames } from './types.ts'
import { useDraftValidation } from './useDraftValidation.ts'

const route = getRouteApi('/admin/policies/$id')

export interface EditorHandle {
  saveAndPropose: () => void
}

interface PolicyEditorProps {
  ref: Ref<EditorHandle>
  /** The draft, or the live version, as it was opened, so that live updates don’t change the base of the edits. */
  policy: ApprovalPolicy
  facts: readonly Fact[]
  relations: readonly string[]
  onSaved: (policy: ApprovalPolicy) => void
  onUnsaved: (hasUnsavedChanges: boolean) => void
  onPropose: () => void
}

export function PolicyEditor({ ref, policy, facts, relations, onSaved, onUnsaved, onPropose }: PolicyEditorProps) {
  const navigateTo = useNavigateTo()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const saved = useMemo(() => draftOf(policy.document), [policy])
  const [storedDraft, setStoredDraft] = useState(() => loadPolicyDraft(policy))
  const [draft, setDraft] = useState<PolicyDraft>(storedDraft?.draft ?? saved)
  const [policyNames, setPolicyNames] = useState<PolicyNames>(policy.names)
  const [attempt, setAttempt] = useState(0)
  const [open, setOpen] = useState<'json' | 'discard'>()
  const create = useCall('draftApprovalPolicy', ['approvalPolicy'])
  const update = useCall('updateApprovalPolicy', ['approvalPolicy', 'policyReplay'])
  const discard = useCall('discardApprovalPolicy', ['approvalPolicy'])
  const { checked, checking, missing } = useDraftValidation(policy.kind, draft)
  const hasUnsavedChanges = !hasSameDocument(draft, saved)
  useEffect(() => {
    savePolicyDraft(policy, hasUnsavedChanges ? draft : undefined)
    onUnsaved(hasUnsavedChanges)
  }, [policy, draft, hasUnsavedChanges, onUnsaved])
  const onNamed = useCallback(
    ({ people = [], groups = [] }: Partial<PolicyNames>) =>
      setPolicyNames((previous) => ({ people: mergeById(previous.people, people), groups: mergeById(previous.groups, groups) })),
    [],
  )
  const isDraft = policy.status === 'draft'
  const saving = isDraft ? update : create
  const problem = saving.error ? problemOf(saving.error) : undefined
  const empty = missingIn(draft)
  const messageFor = (path: string, severity: 'error' | 'warning') =>
    missing === 0 ? checked?.problems.find((each) => each.path === path && each.severity === severity)?.message : undefined
  const part: EditorPart = {
    kind: policy.kind,
    facts,
    relations,
    named: policyNames,
    onNamed,
    errorAt: (path) => (attempt > 0 ? empty[path] : undefined) ?? messageFor(path, 'error') ?? fieldError(problem, path),
    warningAt: (path) => messageFor(path, 'warning'),
  }
  const readings = checked?.reading ?? policy.reading
  const set = (change: Partial<PolicyDraft>) => setDraft((previous) => ({ ...previous, ...change }))

  const forgetChanges = () => {
    savePolicyDraft(policy, undefined)
    setStoredDraft(undefined)
  }
  const save = async (proposes: boolean) => {
    setAttempt((previous) => previous + 1)
    if (missing > 0 || saving.isPending) return
    try {
      const after = isDraft
        ? await update.mutateAsync({
            params: { id: policy.id, version: policy.version },
            body: documentOf(draft),
            headers: ifMatch(policy.revision),
          })
        : await create.mutateAsync({ body: { kind: policy.kind, basedOn: policy.version, ...documentOf(draft) } })
      forgetChanges()
      client.setQueryData(getApprovalPolicy(after.id, after.version).queryKey, after)
      onSaved(after)
      if (!isDraft) {
        const search = { version: after.version, tab: undefined, change: undefined, page: undefined, request: undefined }
        void navigate({ search, replace: true, resetScroll: false })
      }
      if (!proposes) toast.ok(policyLabels.draftSaved, { description: 'Replay the draft on past requests before you propose it.' })
      else if (isAllowed(after, 'propose')) onPropose()
      else toast.bad(policyLabels.savedNotProposed, { description: reasonOf(after, 'propose') })
    } catch {
      // The form shows the error.
    }
  }
  const form = useRef<HTMLFormElement>(null)
  const trying = useFocusFirstError(form)
  useImperativeHandle(ref, () => ({ saveAndPropose: () => void trying(() => save(true)) }))
  const discardChanges = () => {
    setDraft(saved)
    forgetChanges()
    navigateTo(paths.policy(policy.id, { version: policy.version }), { replace: true })
  }
  const discardDraft = async () => {
    await discard.mutateAsync({ params: { id: policy.id, version: policy.version }, headers: ifMatch(policy.revision) })
    savePolicyDraft(policy, undefined)
    toast.ok('Draft discarded', { description: 'The live version doesn’t change.' })
    navigateTo(paths.policies())
  }
  const errors = attempt > 0 ? Object.entries(empty).map(([name, message]) => ({ name, message })) : []
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Form ref={form} aria-label="Draft" onSubmit={() => save(false)} className="min-w-0 space-y-4">
        <ErrorSummary errors={errors} attempt={attempt} title={uiLabels.fieldsNeedAttention(missing)} />
        <FormProblem problem={problem} />
        {storedDraft && (
          <Banner
            tone={storedDraft.outdated ? 'warn' : 'info'}
            title={policyLabels.restored}
            action={
              <Button
                size="sm"
                onClick={() => {
                  setDraft(saved)
                  setStoredDraft(undefined)
                }}
              >
                {policyLabels.discardChanges}
              </Button>
            }
          >
            {storedDraft.outdated && 'The policy was changed since then. Saving replaces those changes.'}
          </Banner>
        )}
        <TemplateRules kind={policy.kind} />
        <Panel title="Name and description">
          <div className="space-y-4">
            <TextField
              label="Name"
              name="name"
              maxLength={80}
              value={draft.name}
              error={part.errorAt('name')}
              onChange={(event) => set({ name: event.target.value })}
            />
            <TextArea
              label="Description"
              name="description"
              optional
              maxLength={1_000}
              value={draft.description}
              onChange={(event) => set({ description: event.target.value })}
            />
          </div>
        </Panel>
        <Panel title="Automatic rejections" description="Checked first. The first rule that matches applies.">
          <AutomaticFields
            side="reject"
            rules={draft.reject}
            readings={readings.reject}
            part={part}
            onChange={(reject) => set({ reject })}
          />
        </Panel>
        <Panel
          title={policyLabels.automaticApprovals}
          description="Requests that match don’t need approvers. The first rule that matches applies."
        >
          <AutomaticFields
            side="approve"
            rules={draft.approve}
            readings={readings.approve}
            part={part}
            onChange={(approve) => set({ approve })}
          />
          {part.errorAt('approve') && <p className="mt-2 text-sm text-bad">{part.errorAt('approve')}</p>}
        </Panel>
        <Panel title="Approval stages" description="All other requests go through these stages in order.">
          <StageFields stages={draft.stages} readings={readings.stages} part={part} onChange={(stages) => set({ stages })} />
          {part.errorAt('stages') && <p className="mt-2 text-sm text-bad">{part.errorAt('stages')}</p>}
        </Panel>
        <footer className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 rounded-md border border-line bg-sunken px-4 py-3">
          <span className="min-w-36 flex-1">
            {hasUnsavedChanges ? (
              <Status tone="warn">Not saved</Status>
            ) : isDraft ? (
              <Status tone="ok">Saved</Status>
            ) : (
              <Status tone="neutral">{policyLabels.noChanges}</Status>
            )}
          </span>
          {isDraft || hasUnsavedChanges ? (
            <Button
              variant="quiet"
              icon={Trash2}
              disabledReason={isDraft ? reasonOf(policy, 'discard') : undefined}
              onClick={() => setOpen('discard')}
            >
              Discard
            </Button>
          ) : (
            <Button variant="quiet" onClick={discardChanges}>
              Cancel
            </Button>
          )}
          <Button icon={Braces} onClick={() => setOpen('json')}>
            JSON
          </Button>
          <Button
            type="submit"
            variant="primary"
            icon={Save}
            loading={saving.isPending}
            disabledReason={hasUnsavedChanges ? undefined : 'There are no unsaved changes.'}
          >
            {policyLabels.saveDraft}
          </Button>
        </footer>
      </Form>
      <aside aria-label="Draft summary" className="min-w-0 xl:sticky xl:top-[calc(var(--sticky-top,0px)+1rem)]">
        <DraftAside draft={draft} checked={checked} checking={checking} missing={missing} />
      </aside>
      {open === 'json' && (
        <JsonDialog
          kind={policy.kind}
          draft={draft}
          onOpenChange={() => setOpen(undefined)}
          onApply={(document) => setDraft(draftOf({ kind: policy.kind, ...document }))}
        />
      )}
      <ConfirmDialog
        open={open === 'discard'}
        onOpenChange={(next) => !next && setOpen(undefined)}
        title={isDraft ? 'Discard this draft?' : 'Discard your changes?'}
        confirmLabel={isDraft ? 'Discard draft' : 'Discard changes'}
        tone="danger"
        onConfirm={isDraft ? discardDraft : async () => discardChanges()}
      >
        {isDraft && 'This deletes the draft and its replay. '}The live version doesn’t change.
      </ConfirmDialog>
    </div>
  )
}

function mergeById<T extends { id: string }>(previous: readonly T[], additions: readonly T[]): T[] {
  return [...new Map([...previous, ...additions].map((each) => [each.id, each])).values()]
}
