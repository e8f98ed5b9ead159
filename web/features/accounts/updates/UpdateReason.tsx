import { servicesLabels } from './labels.ts'

export function UpdateReason({ reason }: { reason: string }) {
  if (reason === '') return null
  return (
    <>
      <h3 className="mt-5 mb-1 text-sm font-semibold text-ink-2">{servicesLabels.reason}</h3>
      <blockquote className="max-w-prose border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">{reason}</blockquote>
    </>
  )
}
