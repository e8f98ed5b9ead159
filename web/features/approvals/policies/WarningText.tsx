import { TriangleAlert } from 'lucide-react'

export function WarningText({ children }: { children: string }) {
  return (
    <p className="mt-1 flex gap-1.5 text-sm text-warn">
      <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
