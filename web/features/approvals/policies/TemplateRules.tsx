import { paths } from '../../../paths.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { policyLabels } from './labels.ts'
import type { PolicyKind } from './types.ts'

export function TemplateRules({ kind }: { kind: PolicyKind }) {
  if (kind !== 'sandboxRequest') return null
  return (
    <Banner
      tone="info"
      title="Each sandbox template has its own automatic rule"
      action={
        <Button size="sm" href={paths.sandboxAdmin()}>
          {policyLabels.templateRules}
        </Button>
      }
    >
      The template decides first: it approves requests within its limits, or always requires approval. Only its other requests use the
      automatic approvals of this policy.
    </Banner>
  )
}
