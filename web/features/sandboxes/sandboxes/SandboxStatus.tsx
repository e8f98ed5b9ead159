import { Status } from '../../../ui/Status.tsx'
import { sandboxDisplay } from './labels.ts'

interface StatusProps {
  status: string
  pill?: boolean
  warning?: string | undefined
}

export function SandboxStatus({ status, pill = false, warning }: StatusProps) {
  const { tone, label, icon } = sandboxDisplay(status)
  return (
    <Status tone={warning ? 'warn' : tone} pill={pill} {...(icon && { icon })}>
      {warning ? `${label}, ${warning}` : label}
    </Status>
  )
}
