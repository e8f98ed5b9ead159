import { type ComponentPropsWithRef, type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { focusFirstWrong } from './firstWrong.ts'

export interface FormProps extends Omit<ComponentPropsWithRef<'form'>, 'onSubmit' | 'noValidate'> {
  ref?: RefObject<HTMLFormElement | null>
  /** Checks, sends, and marks what is wrong; settles when the server has answered. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
}

/**
 * The one form. Sent with something wrong, by its own checks or by the server's, it puts the focus on the first field that is.
 * `<Form id={form} onSubmit={submit}>…</Form>`; the fields show their `error`.
 */
export function Form({ ref, onSubmit, ...props }: FormProps) {
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  const trying = useFirstWrong(form)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void trying(() => onSubmit(event))
  }
  return <form {...props} ref={form} noValidate onSubmit={submit} />
}

const modifiers = ['Shift', 'Control', 'Alt', 'Meta']

/**
 * For what is sent otherwise than by a form's own button: `trying(send)` does it, then the first wrong field takes the focus.
 * Whoever has gone on meanwhile, by key or pointer, is left where they are.
 */
export function useFirstWrong(form: RefObject<HTMLElement | null>): (send: () => unknown) => Promise<void> {
  const state = useRef<'idle' | 'sending' | 'answered'>('idle')
  const [, look] = useState(0)
  // What is wrong may be drawn a moment after the answer: each drawing looks again until it is there.
  useEffect(() => {
    if (state.current === 'answered' && form.current && focusFirstWrong(form.current)) state.current = 'idle'
  })
  useEffect(() => {
    const goOn = (event: Event) => {
      if (event instanceof KeyboardEvent && modifiers.includes(event.key)) return
      state.current = 'idle'
    }
    const kinds = ['keydown', 'pointerdown'] as const
    for (const kind of kinds) document.addEventListener(kind, goOn, { capture: true })
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, goOn, { capture: true })
    }
  }, [])
  return useCallback(async (send) => {
    state.current = 'sending'
    await send()
    if (state.current !== 'sending') return
    state.current = 'answered'
    look((old) => old + 1)
  }, [])
}
