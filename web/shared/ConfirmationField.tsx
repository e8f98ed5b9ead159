import { TextField, type TextFieldProps } from '../ui/TextField.tsx'

/** The text that people type to confirm an action. Dialogs discard it without a question. */
export function ConfirmationField({ expected, ...props }: Omit<TextFieldProps, 'label'> & { expected: string }) {
  return (
    <TextField
      label={
        <>
          Type <code className="rounded-sm bg-sunken px-1 font-mono text-sm select-all">{expected}</code> to confirm
        </>
      }
      mono
      spellCheck={false}
      data-confirmation
      {...props}
    />
  )
}
