import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { listAccessReviews, previewAccessReview } from '../../../api/reviewQueries.ts'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { durationLabel } from '../../../shared/formLabels.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useForm } from '../../../shared/useForm.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox, RadioCards } from '../../../ui/Checkbox.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Form } from '../../../ui/Form.tsx'
import { locale } from '../../../ui/locale.ts'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import {
  defaultDecisionLabels,
  describeScope,
  maxNameLength,
  newReviewProblems,
  recurrenceLabels,
  reviewerLabels,
  reviewPageLabels,
} from './labels.ts'
import { ReviewPreview } from './ReviewPreview.tsx'
import { ScopeField, type SelectedScope } from './ScopeField.tsx'
import type { NewReview } from './types.ts'

const route = getRouteApi('/access/reviews/new')
const options = <T extends string>(labels: Record<T, string>) => Object.entries<string>(labels).map(([value, label]) => ({ value, label }))
const monthAndYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
const durations = [7, 14, 30, 60, 90]

function nameProblem(name: string): string | undefined {
  if (name.length < 3) return newReviewProblems.nameTooShort
  return name.length > maxNameLength ? newReviewProblems.nameTooLong : undefined
}

export function NewReviewPage() {
  const reviewList = useQuery(listAccessReviews({ page: 1, size: 25 })).data
  const rejection = reviewList && reasonOf(reviewList, 'create')
  if (rejection !== undefined) return <AccessDeniedPage reason={rejection} homeHref={paths.accessReviews()} homeLabel="Access reviews" />
  return <ReviewForm />
}

function ReviewForm() {
  const navigateTo = useNavigateTo()
  const { account, name: accountName } = route.useSearch()
  const create = useCall('createAccessReview', ['accessReview'])
  const [scope, setScope] = useState<SelectedScope | undefined>(
    account ? { kind: 'account', id: account, name: accountName ?? 'this account' } : undefined,
  )
  const [missing, setMissing] = useState<SelectedScope['kind']>('account')
  const [typedName, setTypedName] = useState<string>()
  const [reviewers, setReviewers] = useState<NewReview['reviewers']>('owners')
  const [namedPeople, setNamedPeople] = useState<Person[]>([])
  const [startsOn, setStartsOn] = useState('')
  const [days, setDays] = useState('14')
  const [defaultDecision, setDefaultDecision] = useState<NewReview['defaultDecision']>('fallback')
  const [reasonToKeep, setReasonToKeep] = useState(false)
  const [recurrence, setRecurrence] = useState<NewReview['recurrence']>('none')

  const name = typedName ?? (scope ? `Access to ${describeScope(scope)}, ${monthAndYear.format(new Date())}` : '')
  const plan = scope && {
    scope: { kind: scope.kind, id: scope.id, environments: scope.environments ?? [] },
    reviewers,
    reviewerIds: reviewers === 'named' ? namedPeople.map(({ id }) => id) : [],
  }
  const preview = useQuery({ ...previewAccessReview(plan!), enabled: plan !== undefined })
  const openReview =
    startsOn === '' && !preview.isPlaceholderData ? preview.data?.unfinished.find(({ status }) => status === 'open') : undefined
  const errors = {
    scope: scope ? undefined : newReviewProblems.scope[missing],
    reviewerIds: reviewers === 'named' && namedPeople.length === 0 ? newReviewProblems.noReviewer : undefined,
    name: nameProblem(name.trim()),
    startsAt: startsOn && new Date(`${startsOn}T23:59:59`) < new Date() ? newReviewProblems.startInPast : undefined,
  }
  const form = useForm(create, errors, async () => {
    if (!plan) return
    const review = await create.mutateAsync({
      body: {
        ...plan,
        name: name.trim(),
        startsAt: startsOn ? new Date(`${startsOn}T08:00`).toISOString() : null,
        days: Number(days),
        defaultDecision,
        reasonToKeep,
        recurrence,
      },
    })
    toast.ok(startsOn ? `${review.name} scheduled` : `${review.name} created`)
    navigateTo(paths.accessReview(review.id))
  })
  return (
    <Page
      title="New access review"
      breadcrumbs={[{ label: 'Access reviews', href: paths.accessReviews() }]}
      description="Reviewers decide who keeps access. Access they remove is revoked when the review closes."
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
        <Panel>
          <Form onSubmit={form.submit} className="space-y-5">
            <FormProblem problem={form.problem} />
            <ErrorSummary {...form.summary} />
            <ScopeField
              value={scope}
              onChange={(next, nextMissing) => {
                setScope(next)
                setMissing(nextMissing)
              }}
              error={form.errorOf('scope')}
            />
            <RadioCards
              label="Reviewers"
              name="reviewers"
              options={Object.entries(reviewerLabels).map(([value, label]) => ({ value, ...label }))}
              value={reviewers}
              onChange={(value) => setReviewers(value as NewReview['reviewers'])}
            />
            {reviewers === 'named' && (
              <PersonPicker
                label="Named reviewers"
                hint="Reviewers can’t review their own access. The next reviewer does."
                {...form.field('reviewerIds', namedPeople, setNamedPeople)}
              />
            )}
            <TextField label={reviewPageLabels.name} {...form.text('name', name, setTypedName)} />
            <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
              <TextField
                label="Start date"
                type="date"
                optional
                hint="Leave empty to start now."
                {...form.text('startsAt', startsOn, setStartsOn)}
              />
              <Select
                label={durationLabel}
                name="days"
                hint="Reminders are sent halfway and on the last day."
                options={durations.map((each) => ({ value: String(each), label: `${each} days` }))}
                value={days}
                onChange={setDays}
              />
              <Select
                label="If reviewers don’t decide"
                name="defaultDecision"
                hint={
                  defaultDecision === 'fallback'
                    ? 'For up to 7 days. Then the recommendation applies.'
                    : 'Applied automatically when the review closes.'
                }
                options={options(defaultDecisionLabels)}
                value={defaultDecision}
                onChange={(value) => setDefaultDecision(value as NewReview['defaultDecision'])}
              />
              <Select
                label="Frequency"
                name="recurrence"
                hint="The next review is scheduled when this one closes."
                options={options(recurrenceLabels)}
                value={recurrence}
                onChange={(value) => setRecurrence(value as NewReview['recurrence'])}
              />
            </div>
            <Checkbox
              label="Require a reason to keep access"
              hint="Removing access never needs a reason."
              checked={reasonToKeep}
              onChange={(event) => setReasonToKeep(event.target.checked)}
            />
            <div className="flex justify-end gap-2 border-t border-line pt-4">
              <Button href={paths.accessReviews()}>Cancel</Button>
              <Button
                type="submit"
                variant="primary"
                loading={form.busy}
                disabledReason={preview.data?.problem ?? (openReview && reviewPageLabels.openReview(openReview))}
              >
                {startsOn ? 'Schedule review' : reviewPageLabels.start}
              </Button>
            </div>
          </Form>
        </Panel>
        <ReviewPreview
          chosen={plan !== undefined}
          data={preview.data}
          error={preview.error}
          stale={preview.isPlaceholderData}
          onRetry={() => void preview.refetch()}
        />
      </div>
    </Page>
  )
}
