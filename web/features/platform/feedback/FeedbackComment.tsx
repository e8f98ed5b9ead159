import { KeyValues } from '../../../ui/KeyValues.tsx'
import { BareLink } from '../../../ui/Link.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { FeedbackPicture } from './FeedbackPicture.tsx'
import { categoryLabels, feedbackLabels } from './labels.ts'
import { RatingIcon } from './RatingIcon.tsx'
import type { Feedback } from './types.ts'

export function FeedbackComment({ feedback }: { feedback: Feedback }) {
  const { text, rating, category, person, page, context, createdAt } = feedback
  const browser = [context.browser, context.viewport, context.theme, context.locale].filter(Boolean)
  return (
    <>
      <p className={text ? 'text-md whitespace-pre-wrap wrap-anywhere' : 'text-ink-2'}>{text || feedbackLabels.ratingOnly}</p>
      <FeedbackPicture feedback={feedback} />
      <KeyValues
        columns={1}
        items={[
          { label: 'Rating', value: <RatingIcon rating={rating} /> },
          { label: 'Kind', value: categoryLabels[category] },
          { label: 'Person', value: <PersonChip detail person={person} /> },
          {
            label: 'Screen',
            value: (
              <BareLink href={page} className="font-mono text-sm text-accent underline wrap-anywhere">
                {page}
              </BareLink>
            ),
          },
          ...(browser.length > 0 ? [{ label: 'Browser', value: browser.join(' · ') }] : []),
          { label: 'Sent', value: <DateTime at={createdAt} /> },
        ]}
      />
    </>
  )
}
