import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { aboutBrowser } from './aboutBrowser.ts'
import { categoryLabels, feedbackLabels, ratings } from './labels.ts'
import type { Feedback, NewFeedback } from './types.ts'

const draftKey = 'slipway.feedback'
const noCategory = 'unsaid'
const kinds = [
  { value: noCategory, label: 'Based on rating' },
  ...Object.entries(categoryLabels).map(([value, label]) => ({ value, label })),
]

/** Selecting a rating sends it immediately; a comment is optional. */
export function FeedbackDialog({ page, onClose }: { page: string; onClose: () => void }) {
  const send = useCall('createFeedback', ['feedback'])
  const deleteFeedback = useCall('deleteFeedback', ['feedback'])
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey) ?? '')
  const [kind, setKind] = useState(noCategory)
  const [includesBrowser, setIncludesBrowser] = useState(false)
  const [rating, setRating] = useState<number>()
  const about = aboutBrowser()
  const isTooLong = text.length > 2_000

  const write = (next: string) => {
    setText(next)
    sessionStorage.setItem(draftKey, next)
  }
  const undo = ({ id, version }: Feedback) =>
    deleteFeedback.mutate(
      { params: { id }, headers: ifMatch(version) },
      {
        onSuccess: () => toast.info('Feedback withdrawn'),
        onError: (error) => toast.bad(problemOf(error).message),
      },
    )
  const rate = async (value: number) => {
    if (send.isPending || isTooLong) return
    setRating(value)
    try {
      const sent = await send.mutateAsync({
        body: {
          rating: value,
          page,
          ...(kind !== noCategory && { category: kind as NonNullable<NewFeedback['category']> }),
          ...(text.trim() && { text: text.trim() }),
          ...(includesBrowser && { context: about }),
        },
      })
      sessionStorage.removeItem(draftKey)
      toast.ok(feedbackLabels.sent, {
        description: 'See its status under “My feedback”.',
        action: { label: 'Undo', onClick: () => undo(sent) },
      })
      onClose()
    } catch {
      // The dialog shows the error.
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="What do you think of this screen?"
      description="Administrators read your feedback. We’ll notify you when they reply."
    >
      <div className="space-y-5">
        <FormProblem problem={send.error ? problemOf(send.error) : undefined} />
        <TextArea
          label={feedbackLabels.comment}
          name="text"
          optional
          rows={4}
          maxLength={2_000}
          value={text}
          onChange={(event) => write(event.target.value)}
        />
        <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-[11rem_1fr]">
          <Select label="Kind" name="category" options={kinds} value={kind} onChange={setKind} />
          <Checkbox
            label={feedbackLabels.includeBrowser}
            hint={Object.values(about).join(' · ')}
            checked={includesBrowser}
            onChange={(event) => setIncludesBrowser(event.target.checked)}
          />
        </div>
        <fieldset>
          <legend className="mb-1.5 font-medium">Select a rating to send</legend>
          <div className="grid grid-cols-5 gap-1.5 sm:gap-2">
            {ratings.map(({ value, label, icon: RatingIcon }) => (
              <button
                key={value}
                type="button"
                aria-label={feedbackLabels.send({ value, label })}
                aria-disabled={send.isPending || isTooLong || undefined}
                onClick={() => void rate(value)}
                className={cx(
                  'flex flex-col items-center gap-1 rounded-md border border-line-mid bg-surface py-2.5 text-sm shadow-low transition-colors duration-(--quick) hover:border-accent hover:bg-hover',
                  send.isPending && (rating === value ? 'border-accent bg-selected' : 'opacity-55'),
                  isTooLong && 'cursor-not-allowed opacity-55',
                )}
              >
                <RatingIcon size={24} aria-hidden strokeWidth={1.75} className="text-accent" />
                {label}
              </button>
            ))}
          </div>
          <p className="mt-2 text-xs text-ink-2">
            We include the URL of this screen without your search terms: <code className="font-mono wrap-anywhere">{page}</code>. See your
            earlier feedback under <Link href={paths.myFeedback()}>My feedback</Link>.
          </p>
        </fieldset>
      </div>
    </Dialog>
  )
}
