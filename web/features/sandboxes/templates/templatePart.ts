import type { NewSandboxTemplate } from '../sandboxes/types.ts'
import type { TemplateDraft } from './templateDraft.ts'

export interface TemplatePartProps {
  draft: TemplateDraft
  change: (part: Partial<TemplateDraft>) => void
  errorOf: (field: keyof NewSandboxTemplate) => string | undefined
}
