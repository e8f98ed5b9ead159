import { useQuery } from '@tanstack/react-query'
import { ListChecks, Rocket } from 'lucide-react'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { listEdgeRollouts } from '../../../api/edgeQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { getMe } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { count } from '../../../shared/waits.ts'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Form, useFocusFirstError } from '../../../ui/Form.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { deleteDraft, loadDraft, useDraft } from '../../accounts/requests/useDraft.ts'
import { CommonFields } from './CommonFields.tsx'
import { DirectoryFailed } from './DirectoryFailed.tsx'
import { describeHalt } from './edgeLabels.ts'
import { rolloutFormLabels, rolloutFormSubject } from './labels.ts'
import { maxStores, parseStoreNumbers, writeStores } from './parseStoreNumbers.ts'
import { bodyOf, emptyDraft, type RolloutDraft } from './rolloutDraft.ts'
import { StoresField } from './StoresField.tsx'
import type { Rollout } from './types.ts'
import { useRolloutPlan } from './useRolloutPlan.ts'
import { WavesFields } from './WavesFields.tsx'

const PlanTable = lazyComponent(() => import('./PlanTable.tsx').then(({ PlanTable }) => ({ default: PlanTable })))

const breadcrumbs = [{ label: 'Edge stores', href: paths.edgeRollouts() }]
const title = 'New rollout'

export function NewRolloutPage() {
  const currentUser = useQuery(getMe()).data
  const { data: rolloutList, error, refetch } = useQuery(listEdgeRollouts())
  const rejection = rolloutList && reasonOf(rolloutList, 'launch')
  if (rejection !== undefined) return <AccessDeniedPage reason={rejection} homeHref={paths.edgeRollouts()} homeLabel="Edge stores" />
  if (currentUser && rolloutList) return <RolloutForm draftKey={`slipway-draft:${currentUser.id}:edge`} />
  return (
    <Page title={title} breadcrumbs={breadcrumbs}>
      <Panel>
        <Loading subject={rolloutFormSubject} query={{ error, refetch }} lines={12} />
      </Panel>
    </Page>
  )
}

function RolloutForm({ draftKey }: { draftKey: string }) {
  const navigateTo = useNavigateTo()
  const { draft, change } = useDraft<RolloutDraft>(draftKey, 0, loadDraft<RolloutDraft>(draftKey, 0) ?? emptyDraft)
  const launch = useCall('newStores', ['edgeRollout'])
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const launched = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const trying = useFocusFirstError(form)
  const parsedStores = useMemo(() => parseStoreNumbers(draft.text, draft.column), [draft.text, draft.column])
  const body = useMemo(() => bodyOf(draft, parsedStores.lines), [draft, parsedStores.lines])
  const { plan, stale, checking, error, refetch } = useRolloutPlan(body)
  const lines = useRef(parsedStores.lines)
  lines.current = parsedStores.lines
  const remove = useCallback(
    (removedIndexes: ReadonlySet<number>) =>
      change({ text: writeStores(lines.current.filter((_, index) => !removedIndexes.has(index + 1))), column: undefined }),
    [change],
  )
  const problem = error ? problemOf(error) : launch.error ? problemOf(launch.error) : undefined
  const name = draft.name.trim()
  const nameProblem = name.length < 3 ? rolloutFormLabels.nameTooShort : undefined
  const errorOf = (field: string) => fieldError(problem, field)
  const startProblem =
    parsedStores.lines.length === 0
      ? 'Add stores.'
      : parsedStores.lines.length > maxStores
        ? 'Too many stores for one rollout.'
        : checking
          ? 'Checking your stores…'
          : !plan || error
            ? 'We couldn’t check the stores. Try again.'
            : plan.problems > 0
              ? `Fix or remove ${count(plan.problems, 'line')} with problems.`
              : undefined
  const openStartDialog = () => {
    setHasSubmitted(true)
    if (!startProblem && !nameProblem) setDialogOpen(true)
  }
  const send = async () => {
    const created = await launch.mutateAsync({ body: bodyOf(draft, parsedStores.lines, name) }).catch((reason: unknown) => {
      refetch()
      const { fields, message } = problemOf(reason)
      if (fields.length === 0) throw new Error(message)
    })
    if (!created) return setDialogOpen(false) // The fields show the errors.
    launched.current = true
    change(emptyDraft)
    deleteDraft(draftKey)
    toast.ok(`${name} launched`)
    navigateTo(paths.edgeRollout((created as Rollout).id))
  }
  return (
    <Page
      title={title}
      breadcrumbs={breadcrumbs}
      description="We check each store against the store directory as you type. Nothing is created or reserved until you launch."
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)] lg:grid-rows-[auto_1fr]">
        <Form ref={form} className="contents" onSubmit={openStartDialog}>
          <Panel>
            <div className="space-y-5">
              {problem && problem.fields.length > 0 && <FormProblem problem={problem} />}
              <TextField
                label={rolloutFormLabels.name}
                name="name"
                maxLength={80}
                placeholder="Summer tills 2027"
                value={draft.name}
                onChange={(event) => change({ name: event.target.value })}
                error={(hasSubmitted ? nameProblem : undefined) ?? errorOf('name')}
              />
              <StoresField
                text={draft.text}
                read={parsedStores}
                onTextChange={(text) => change({ text, column: undefined })}
                onColumn={(column) => change({ column })}
              />
              <p className="text-sm text-ink-2" role="status">
                {parsedStores.lines.length === 0
                  ? 'No stores yet.'
                  : checking
                    ? `Checking ${count(parsedStores.lines.length, 'line')}…`
                    : plan && !stale
                      ? describePlan(plan)
                      : ' '}
              </p>
            </div>
          </Panel>
          <div className="space-y-4 lg:sticky lg:top-4 lg:row-span-2">
            <WavesFields draft={draft} stores={plan?.ok ?? 0} wrong={errorOf} onChange={change}>
              <Button type="submit" variant="primary" size="lg" icon={Rocket} className="w-full" disabledReason={startProblem}>
                {plan && !startProblem ? rolloutFormLabels.launch(plan.ok) : 'Launch'}
              </Button>
            </WavesFields>
            <CommonFields draft={draft} settings={plan?.settings} problem={problem} onChange={change} />
          </div>
        </Form>
        <div className="min-w-0">
          {error && problem?.fields.length === 0 ? (
            <Panel>
              <DirectoryFailed what="the plan" error={error} onRetry={refetch} />
            </Panel>
          ) : plan ? (
            <Suspense fallback={<SkeletonText lines={8} />}>
              <PlanTable plan={plan} stale={stale} onRemove={remove} />
            </Suspense>
          ) : (
            <Panel>
              {checking ? (
                <SkeletonText lines={8} />
              ) : (
                <div className="py-6">
                  <EmptyState icon={ListChecks} title="No plan yet">
                    After you add stores, the plan shows the account name, address range and wave of each store, and any problems.
                  </EmptyState>
                </div>
              )}
            </Panel>
          )}
        </div>
      </div>
      {plan && (
        <ConfirmDialog
          open={isDialogOpen}
          onOpenChange={setDialogOpen}
          title={`Launch ${name}?`}
          confirmLabel={rolloutFormLabels.launch(plan.ok)}
          onConfirm={() => trying(send)}
        >
          <p>
            This creates an account in {plan.settings.family.name} {rolloutFormLabels.scale(plan.ok, plan.waves)}. The first wave starts
            immediately.
          </p>
          <p>The rollout halts automatically at {describeHalt(plan.settings)}. You can also halt it at any time. Completed stores stay.</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}

const describePlan = ({ ok, problems, freeRanges }: { ok: number; problems: number; freeRanges: number }) =>
  `${count(ok, 'store')} ready${problems > 0 ? `, ${count(problems, 'line')} with problems` : ''}. ${count(Math.max(0, freeRanges - ok), 'address range')} left in the pool after the launch.`
