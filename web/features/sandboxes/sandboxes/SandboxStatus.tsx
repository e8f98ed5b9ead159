import { Status } from '../../../ui/Status.tsx'
import { sandboxDisplay } from './labels.ts'

export function SandboxStatus({ status, pill = false }: { status: string; pill?: boolean }) {
  const { tone, label, icon } = sandboxDisplay(status)
  return (
    <Status tone={tone} pill={pill} {...(icon && { icon })}>
      {label}
    </Status>
  )
}
