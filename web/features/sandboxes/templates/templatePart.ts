import type { NewSandboxTemplate } from '../sandboxes/types.ts'
import type { TemplateDraft } from './templateDraft.ts'

/** What each part of a template's form is given. */
export interface TemplatePartProps {
  draft: TemplateDraft
  change: (part: Partial<TemplateDraft>) => void
  errorOf: (field: keyof NewSandboxTemplate) => string | undefined
}
