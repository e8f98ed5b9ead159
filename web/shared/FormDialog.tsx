import { type ReactNode, useId } from 'react'
import type { ProblemWords } from '../api/problem.ts'
import { Button, type ButtonProps } from '../ui/Button.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { Form } from '../ui/Form.tsx'
import { FormProblem } from './FormProblem.tsx'

export interface FormDialogProps
  extends Pick<DialogProps, 'title' | 'description' | 'size'>,
    Pick<ButtonProps, 'icon' | 'disabledReason' | 'variant'> {
  /** What its button does: "Save changes". */
  action: ReactNode
  onSubmit: () => unknown
  busy: boolean
  /** Why it was not taken; fields say theirs by `fieldError`. */
  problem: ProblemWords | undefined
  onClose: () => void
  /** What going back is called. */
  cancel?: string
  /** Another way out; stands on the other side. */
  aside?: ReactNode
  /** Room between the fields. */
  className?: string
  children: ReactNode
}

/** A form in a dialog: its fields, why it was not taken, and the two ways out. It is shown as long as it is drawn. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, size = 'md', action, onSubmit, busy, problem, onClose, cancel = 'Cancel', aside, children } = props
  const { variant = 'primary', icon, disabledReason, className = 'space-y-4' } = props
  const form = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size={size}
      title={title}
      description={description}
      footer={
        <>
          {aside && <span className="mr-auto">{aside}</span>}
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={form} variant={variant} icon={icon} loading={busy} disabledReason={disabledReason}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={onSubmit} className={className}>
        <FormProblem problem={problem} />
        {children}
      </Form>
    </Dialog>
  )
}
