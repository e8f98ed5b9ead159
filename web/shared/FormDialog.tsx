import { type ReactNode, useId } from 'react'
import { Button, type ButtonProps } from '../ui/Button.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { Form } from '../ui/Form.tsx'
import { FormProblem } from './FormProblem.tsx'
import { cancelLabel } from './formLabels.ts'
import type { FormState } from './useForm.ts'

interface FormDialogProps
  extends Pick<DialogProps, 'title' | 'description' | 'size' | 'initialFocus' | 'aside' | 'closeDisabledReason'>,
    Pick<ButtonProps, 'icon' | 'disabledReason' | 'variant'> {
  action: ReactNode
  form: Pick<FormState, 'submit' | 'busy' | 'problem'>
  onClose: () => void
  cancel?: string
  className?: string
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, description, size = 'md', action, form, onClose, cancel = cancelLabel, initialFocus, children } = props
  const { variant = 'primary', icon, aside, closeDisabledReason, disabledReason, className = 'space-y-4' } = props
  const id = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size={size}
      initialFocus={initialFocus}
      title={title}
      description={description}
      aside={aside}
      cancel={cancel}
      closeDisabledReason={closeDisabledReason}
      footer={
        <Button type="submit" form={id} variant={variant} icon={icon} loading={form.busy} disabledReason={disabledReason}>
          {action}
        </Button>
      }
    >
      <Form id={id} onSubmit={form.submit} className={className}>
        <FormProblem problem={form.problem} />
        {children}
      </Form>
    </Dialog>
  )
}
