import { Status } from '../../../ui/Status.tsx'
import { deploymentDisplay } from './deploymentLabels.ts'
import type { Deployment } from './types.ts'

export function DeploymentStatus({ deployment, pill }: { deployment: Pick<Deployment, 'status' | 'action'>; pill?: boolean }) {
  const { tone, label, icon } = deploymentDisplay(deployment)
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {label}
    </Status>
  )
}
