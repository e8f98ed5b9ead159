import type { ReactNode } from 'react'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { categoryLabels, pictureLabels, ratingOf, sendLabels } from './labels.ts'
import type { PreparedPicture } from './preparePicture.ts'
import type { NewFeedback } from './types.ts'

interface SendSummaryProps {
  feedback: Omit<NewFeedback, 'rating' | 'picture'>
  rating: number | undefined
  picture: PreparedPicture | undefined
  children: ReactNode
}

export function SendSummary({ feedback: { text, category, page, context }, rating, picture, children }: SendSummaryProps) {
  const browser = Object.values(context ?? {})
  return (
    <section aria-label={sendLabels.title} className="space-y-3 rounded-md border border-line bg-sunken p-3">
      <h3 className="font-medium">{sendLabels.title}</h3>
      <KeyValues
        items={[
          ...(picture ? [{ label: pictureLabels.title, value: pictureLabels.facts(picture) }] : []),
          { label: sendLabels.rating, value: rating === undefined ? undefined : ratingOf(rating).label },
          { label: sendLabels.screen, value: <code className="font-mono text-sm">{page}</code> },
          { label: sendLabels.browser, value: browser.length > 0 ? browser.join(' · ') : sendLabels.notIncluded },
          ...(category ? [{ label: sendLabels.kind, value: categoryLabels[category] }] : []),
          {
            label: sendLabels.comment,
            value: text ? <span className="line-clamp-3 whitespace-pre-wrap">{text}</span> : sendLabels.none,
            wide: true,
          },
        ]}
      />
      {children}
    </section>
  )
}
