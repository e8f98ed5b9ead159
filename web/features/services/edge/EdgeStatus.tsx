import { Status } from '../../../ui/Status.tsx'
import type { StatusText } from './edgeLabels.ts'

export function EdgeStatus({ status: { tone, label, icon }, pill }: { status: StatusText; pill?: boolean }) {
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {label}
    </Status>
  )
}
