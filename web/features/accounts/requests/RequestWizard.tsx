import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { listCatalogueItems, listFamilies, listTowers } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ChoicesFailed } from '../../../shared/ChoicesFailed.tsx'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import type { AccountRequest, PersonRef } from '../../../shared/requestTypes.ts'
import { StartFrom, startFromField } from '../../../shared/StartFrom.tsx'
import { useFirstField } from '../../../shared/useFirstField.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { Wizard } from '../../../ui/Wizard.tsx'
import { BasicsStep } from './BasicsStep.tsx'
import { type Draft, detailsOf, emptyDraft } from './draft.ts'
import { saveStateLabels, stepLabels, wizardLabels } from './labels.ts'
import { formField, type Problem, problemsOf, type StepId, stepIds, stepOf } from './problems.ts'
import { RequestAside, StagesPreview } from './RequestAside.tsx'
import { deleteDraft, useDraft } from './useDraft.ts'
import { useLiveCheck } from './useLiveCheck.ts'

const ReviewStep = lazyComponent(() => import('./ReviewStep.tsx').then(({ ReviewStep }) => ({ default: ReviewStep })))
const ResubmitBanner = lazyComponent(() =>
  import('../../../shared/ResubmitBanner.tsx').then(({ ResubmitBanner }) => ({ default: ResubmitBanner })),
)
const NextStepsAside = lazyComponent(() => import('./ReviewStep.tsx').then(({ NextStepsAside }) => ({ default: NextStepsAside })))
const PlatformStep = lazyComponent(() => import('./PlatformStep.tsx').then(({ PlatformStep }) => ({ default: PlatformStep })))
const PeopleStep = lazyComponent(() => import('./PeopleStep.tsx').then(({ PeopleStep }) => ({ default: PeopleStep })))

const route = getRouteApi('/accounts/request')

interface RequestWizardProps {
  storageKey: string
  me: PersonRef
  initial: Draft
  request?: AccountRequest
}

export function RequestWizard({ storageKey, me, initial, request }: RequestWizardProps) {
  const navigateTo = useNavigateTo()
  const search = route.useSearch()
  useEffect(() => {
    for (const part of [StagesPreview, PlatformStep, PeopleStep, ReviewStep, NextStepsAside]) void part.preload()
  }, [])
  const step = stepIds.find((id) => id === search.step) ?? 'basics'
  const { draft, change, saveState } = useDraft(storageKey, request?.version ?? 0, initial)
  const { check, stateOf, problemOf, checkName } = useLiveCheck(draft, request?.id)
  const [errors, setErrors] = useState<readonly Problem[]>([])
  const [isDialogOpen, setDialogOpen] = useState(false)
  const choices = [useQuery(listTowers()), useQuery(listFamilies()), useQuery(listCatalogueItems())] as const
  const [{ data: towers = [] }, { data: families = [] }, { data: catalogue }] = choices
  const { send, sending } = useSend(request)
  const [isChecking, setChecking] = useState(false)
  const openStep = useRef<StepId>(undefined)
  useEffect(() => {
    openStep.current = step
    return () => {
      openStep.current = undefined
    }
  }, [step])

  // After the values of an account were copied, only the name and the purpose are missing.
  useFirstField(`[name=${initial.familyId ? 'name' : startFromField}]`, step === 'basics' && !request && initial.name === '')

  const problems = problemsOf(draft)
  const index = stepIds.indexOf(step)
  const hrefOf = (id: StepId) => paths.requestStep(id === 'basics' ? undefined : id, request?.id)
  const visibleErrors = errors.filter((error) => step === 'review' || !error.name || stepOf(error.name) === step)
  const errorOf = (field: string) =>
    errors.find((error) => error.name === field)?.message ?? (field === 'catalogueItemIds' ? problemOf(field) : undefined)
  const edit = (part: Partial<Draft>) => {
    change(part)
    // A corrected field loses its error; the other fields keep theirs.
    const remainingProblems = problemsOf({ ...draft, ...part })
    setErrors((previous) =>
      previous.filter((error) => remainingProblems.some((problem) => problem.name === error.name && problem.message === error.message)),
    )
  }
  const next = async () => {
    const stepProblems = problems.filter((problem) => step === 'review' || stepOf(problem.name) === step)
    if (step === 'basics' && !stepProblems.some(({ name }) => name === 'name')) {
      setChecking(true)
      const { pathname } = location
      const message = await checkName().finally(() => setChecking(false))
      // The wizard stays on the page for a moment while the next screen loads.
      if (openStep.current !== step || location.pathname !== pathname) return
      if (message) stepProblems.unshift({ name: 'name', message })
    }
    setErrors(stepProblems)
    if (stepProblems.length > 0) {
      if (step === 'review') navigateTo(hrefOf(stepOf(stepProblems[0]!.name)))
      return
    }
    if (step !== 'review') return navigateTo(hrefOf(stepIds[index + 1]!))
    const rejection = await send(draft)
    if (rejection.length === 0) return deleteDraft(storageKey)
    setErrors(rejection)
    if (rejection[0]?.name) navigateTo(hrefOf(stepOf(rejection[0].name)))
  }
  const steps = stepIds.map((id, position) => {
    const open = stepIds.slice(0, position).every((earlierStep) => !problems.some((problem) => stepOf(problem.name) === earlierStep))
    const isWrong = errors.some((error) => error.name && stepOf(error.name) === id)
    const isDone = id !== 'review' && open && !problems.some((problem) => stepOf(problem.name) === id)
    return {
      id,
      ...stepLabels[id],
      ...(open && { href: hrefOf(id) }),
      ...(isWrong ? { state: 'error' as const } : isDone && { state: 'done' as const }),
    }
  })
  const stepProps = { draft, change: edit, errorOf, stateOf, check, catalogue }
  const hasStarted = saveState !== 'untouched' || initial.name !== '' || initial.purpose !== ''
  return (
    <Page
      title={request ? `Edit ${request.reference}` : 'Request account'}
      breadcrumbs={
        request
          ? [
              { label: 'Requests', href: paths.requests() },
              { label: request.name, href: paths.request(request.id) },
            ]
          : [{ label: wizardLabels.accounts, href: paths.accounts() }]
      }
      description={request ? undefined : 'Four short steps. We show the approvers before you submit.'}
      actions={
        hasStarted && (
          <Button variant="quiet" onClick={() => setDialogOpen(true)}>
            {request ? 'Discard changes' : wizardLabels.startOver}
          </Button>
        )
      }
    >
      {request && (
        <div className="mb-4">
          <Suspense fallback={<SkeletonText lines={3} />}>
            <ResubmitBanner approvals={request.approvals} />
          </Suspense>
        </div>
      )}
      <ChoicesFailed queries={choices} />
      <Wizard
        label="Request account"
        steps={steps}
        current={step}
        onNext={next}
        onBack={() => navigateTo(hrefOf(stepIds[index - 1] ?? 'basics'))}
        errors={visibleErrors}
        firstField={problems.find(({ name }) => stepOf(name) === step)?.name}
        submitLabel={request ? 'Resubmit request' : 'Submit request'}
        busy={sending || isChecking}
        draft={saveStateLabels[saveState]}
        aside={step === 'review' ? <NextStepsAside check={check} /> : <RequestAside check={check} budget={draft.budget} />}
      >
        {step === 'basics' && (
          <BasicsStep
            {...stepProps}
            towers={towers}
            families={families}
            start={
              !request && (
                <StartFrom
                  hint="We copy everything except the name and reason."
                  onChoose={(id) => navigateTo(paths.requestAccount(id), { replace: true })}
                />
              )
            }
          />
        )}
        <Suspense fallback={<SkeletonText lines={8} />}>
          {step === 'platform' && <PlatformStep {...stepProps} />}
          {step === 'people' && <PeopleStep {...stepProps} />}
        </Suspense>
        {step === 'review' && (
          <ReviewStep
            draft={draft}
            check={check}
            catalogue={catalogue}
            tower={towers.find((tower) => tower.id === draft.towerId)?.name}
            family={families.find((family) => family.id === draft.familyId)?.name}
            hrefOf={hrefOf}
          />
        )}
      </Wizard>
      <ConfirmDialog
        open={isDialogOpen}
        onOpenChange={setDialogOpen}
        title={request ? 'Discard your changes?' : 'Start over?'}
        confirmLabel={request ? 'Discard changes' : wizardLabels.startOver}
        onConfirm={() => {
          deleteDraft(storageKey)
          if (request) return navigateTo(paths.request(request.id))
          change(emptyDraft(me))
          setErrors([])
          navigateTo(hrefOf('basics'))
        }}
      >
        <p>{request ? 'The submitted request doesn’t change.' : 'Your entries are deleted.'}</p>
      </ConfirmDialog>
    </Page>
  )
}

/**
 * Sends the request and returns the fields that the server rejected. Because of the idempotency key, a repeated submission doesn't create a
 * second request.
 */
function useSend(request: AccountRequest | undefined) {
  const navigateTo = useNavigateTo()
  const create = useCall('createAccountRequest', ['accountRequest', 'approval', 'notification'])
  const update = useCall('updateAccountRequest', ['accountRequest', 'approval', 'notification'])
  const sent = useRef({ body: '', key: '' })
  const send = async (draft: Draft): Promise<Problem[]> => {
    const body = detailsOf(draft)
    const text = JSON.stringify(body)
    if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() }
    try {
      const saved = request
        ? await update.mutateAsync({ params: { id: request.id }, body, headers: ifMatch(request.version) })
        : await create.mutateAsync({ body, headers: { 'idempotency-key': sent.current.key } })
      toast.ok(`${saved.reference} submitted`, { description: 'We’ll notify you of the decision. This page shows the status.' })
      navigateTo(paths.request(saved.id))
      return []
    } catch (error) {
      const { message, fields, code } = problemOf(error)
      const fieldProblems = fields.map((field) => ({ name: formField(field.name), message: field.message }))
      if (fieldProblems.length > 0) return fieldProblems
      return [{ name: code === 'nameTaken' ? 'name' : '', message }]
    }
  }
  return { send, sending: create.isPending || update.isPending }
}
