import { PencilLine } from 'lucide-react'
import { Row } from '../../../ui/Row.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'

interface ReturnedRowProps {
  href: string
  title: string
  request: { reference: string; updatedAt: string }
}

export function ReturnedRow({ href, title, request: { reference, updatedAt } }: ReturnedRowProps) {
  return (
    <Row
      href={href}
      icon={PencilLine}
      tone="warn"
      title={title}
      note={`${reference} · changes requested`}
      aside={<RelativeTime at={updatedAt} />}
    />
  )
}
