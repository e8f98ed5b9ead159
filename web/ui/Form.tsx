import { type ComponentPropsWithRef, type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { focusFirstError } from './firstWrong.ts'

export interface FormProps extends Omit<ComponentPropsWithRef<'form'>, 'onSubmit' | 'noValidate'> {
  ref?: RefObject<HTMLFormElement | null>
  /** Validates and sends the form. The promise resolves after the server has responded. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
}

/**
 * `<Form id={form} onSubmit={submit}>…</Form>` After a submission with errors, from its own checks or the server’s, the focus moves to the
 * first invalid field.
 */
export function Form({ ref, onSubmit, ...props }: FormProps) {
  const ownForm = useRef<HTMLFormElement>(null)
  const form = ref ?? ownForm
  const trying = useFocusFirstError(form)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void trying(() => onSubmit(event))
  }
  return <form {...props} ref={form} noValidate onSubmit={submit} />
}

const modifiers = ['Shift', 'Control', 'Alt', 'Meta']

/**
 * Used for submissions without a button of the form. `trying(send)` sends and then focuses the first invalid field, unless the reader has
 * moved the focus in the meantime.
 */
export function useFocusFirstError(form: RefObject<HTMLElement | null>): (send: () => unknown) => Promise<void> {
  const state = useRef<'idle' | 'sending' | 'answered'>('idle')
  const [, look] = useState(0)
  // Errors can render later than the response, so each render looks for them again.
  useEffect(() => {
    if (state.current === 'answered' && form.current && focusFirstError(form.current)) state.current = 'idle'
  })
  useEffect(() => {
    const onInput = (event: Event) => {
      if (event instanceof KeyboardEvent && modifiers.includes(event.key)) return
      state.current = 'idle'
    }
    const kinds = ['keydown', 'pointerdown'] as const
    for (const kind of kinds) document.addEventListener(kind, onInput, { capture: true })
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, onInput, { capture: true })
    }
  }, [])
  return useCallback(async (send) => {
    state.current = 'sending'
    await send()
    if (state.current !== 'sending') return
    state.current = 'answered'
    look((previous) => previous + 1)
  }, [])
}
