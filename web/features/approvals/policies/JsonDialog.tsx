import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { cancelLabel } from '../../../shared/formLabels.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Form } from '../../../ui/Form.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { uiLabels } from '../../../ui/labels.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { documentOf, type PolicyDraft, parseDocument } from './policyDraft.ts'
import type { PolicyDocument, PolicyKind } from './types.ts'

interface JsonDialogProps {
  kind: PolicyKind
  draft: PolicyDraft
  onOpenChange: (open: boolean) => void
  onApply?: (document: Omit<PolicyDocument, 'kind'>) => void
}

export function JsonDialog({ kind, draft, onOpenChange, onApply }: JsonDialogProps) {
  const form = useId()
  const [text, setText] = useState(() => JSON.stringify({ kind, ...documentOf(draft) }, null, 2))
  const [error, setError] = useState<string>()
  const { isCopied, copy } = useCopy(text, 'JSON')
  const take = () => {
    const parsed = parseDocument(text)
    if (typeof parsed === 'string') return setError(parsed)
    onApply?.(parsed)
    announce('JSON applied')
    onOpenChange(false)
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="lg"
      title="Policy as JSON"
      description="The policy in the JSON format of the API. Copy it to keep it with your code, or paste a policy from another installation."
      aside={
        <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      }
      cancel={onApply ? cancelLabel : uiLabels.close}
      footer={
        onApply && (
          <Button form={form} type="submit" variant="primary">
            Apply JSON
          </Button>
        )
      }
    >
      <Form id={form} onSubmit={take}>
        <Field hideLabel label="JSON of the policy" name="json" error={error}>
          {(control) => (
            <textarea
              {...control}
              rows={18}
              spellCheck={false}
              readOnly={!onApply}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setError(undefined)
              }}
              className="control resize-y px-2.5 py-1.5 font-mono text-xs [font-variant-ligatures:none]"
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
