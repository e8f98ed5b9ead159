import { BareLink, newTabProps } from '../../../ui/Link.tsx'
import { uiLabels } from '../../../ui/labels.ts'
import { pictureLabels } from './labels.ts'
import type { Feedback } from './types.ts'

export function FeedbackPicture({ feedback: { id, reference, picture } }: { feedback: Feedback }) {
  if (!picture) return null
  const source = `/feedback/${id}/picture`
  return (
    <BareLink href={source} {...newTabProps} className="inline-block max-w-full space-y-1 rounded-sm text-sm text-ink-2">
      <img
        src={source}
        alt={pictureLabels.sentWith(reference)}
        width={picture.width}
        height={picture.height}
        loading="lazy"
        className="h-auto max-h-40 w-auto max-w-full rounded-sm border border-line bg-sunken object-contain"
      />
      <span className="block">
        <span className="text-accent underline">
          {pictureLabels.openFullSize}
          <span className="sr-only">{uiLabels.newTab}</span>
        </span>{' '}
        · {pictureLabels.facts(picture)}
      </span>
    </BareLink>
  )
}
