import { Send } from 'lucide-react'
import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { browserContext } from './browserContext.ts'
import { categoryLabels, feedbackLabels, sendLabels } from './labels.ts'
import { PictureField } from './PictureField.tsx'
import { RatingButtons } from './RatingButtons.tsx'
import { SendSummary } from './SendSummary.tsx'
import type { Feedback, NewFeedback } from './types.ts'
import { usePicture } from './usePicture.ts'

const draftKey = 'slipway.feedback'
const noCategory = 'unsaid'
const kinds = [
  { value: noCategory, label: 'Based on rating' },
  ...Object.entries(categoryLabels).map(([value, label]) => ({ value, label })),
]

/** Shows everything that it will send. Only a rating is required. */
export function FeedbackDialog({ page, onClose }: { page: string; onClose: () => void }) {
  const send = useCall('createFeedback', ['feedback'])
  const deleteFeedback = useCall('deleteFeedback', ['feedback'])
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey) ?? '')
  const [kind, setKind] = useState(noCategory)
  const [includesBrowser, setIncludesBrowser] = useState(false)
  const [rating, setRating] = useState<number>()
  const about = browserContext()
  const picture = usePicture()
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
  const feedback = {
    page,
    ...(kind !== noCategory && { category: kind as NonNullable<NewFeedback['category']> }),
    ...(text.trim() && { text: text.trim() }),
    ...(includesBrowser && { context: about }),
  }
  const submit = async (value: number) => {
    if (send.isPending || isTooLong || picture.isPreparing) return
    try {
      const sent = await send.mutateAsync({
        body: { ...feedback, rating: value, ...(picture.picture && { picture: picture.picture.base64 }) },
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
        <PictureField input={picture} />
        <div>
          <RatingButtons rating={rating} isDisabled={send.isPending} onRate={setRating} />
          <p className="mt-2 text-xs text-ink-2">
            We include the URL of this screen without your search terms: <code className="font-mono wrap-anywhere">{page}</code>. See your
            earlier feedback under <Link href={paths.myFeedback()}>My feedback</Link>.
          </p>
        </div>
        <SendSummary feedback={feedback} rating={rating} picture={picture.picture}>
          <FormProblem problem={send.error ? problemOf(send.error) : undefined} />
          <Button
            variant="primary"
            icon={Send}
            loading={send.isPending || picture.isPreparing}
            disabledReason={rating === undefined ? sendLabels.ratingMissing : isTooLong ? sendLabels.commentTooLong : undefined}
            onClick={() => rating !== undefined && void submit(rating)}
          >
            {sendLabels.send}
          </Button>
        </SendSummary>
      </div>
    </Dialog>
  )
}
