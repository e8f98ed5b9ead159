import {
  type ComponentPropsWithRef,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { focusFirstError } from './focusField.ts'

interface FormProps extends Omit<ComponentPropsWithRef<'form'>, 'onSubmit' | 'onKeyUp' | 'noValidate'> {
  ref?: RefObject<HTMLFormElement | null>
  /** The promise must resolve after the server has responded. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
}

/**
 * A form with a number that can’t be read isn’t sent. After a submission with errors, from the form's own checks or from the server, the focus moves to the first invalid field. `<Form
 * id={form} onSubmit={submit}>…</Form>`
 */
export function Form({ ref, onSubmit, ...props }: FormProps) {
  const ownForm = useRef<HTMLFormElement>(null)
  const form = ref ?? ownForm
  const trying = useFocusFirstError(form)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void trying(() => onSubmit(event))
  }
  return <form {...props} ref={form} noValidate onSubmit={submit} onKeyUp={revealTextArea} />
}

/** Browsers scroll only the first line of a text area into view, so that a sticky footer can hide the rest. */
function revealTextArea({ key, target }: KeyboardEvent) {
  if (key === 'Tab' && target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
}

const modifiers = ['Shift', 'Control', 'Alt', 'Meta']

/**
 * For submissions without a button in the form. The returned function sends and then focuses the first invalid field, unless the reader has
 * moved the focus in the meantime.
 */
export function useFocusFirstError(form: RefObject<HTMLElement | null>): (send: () => unknown) => Promise<void> {
  const state = useRef<'idle' | 'sending' | 'answered'>('idle')
  const [, look] = useState(0)
  // Errors can be rendered later than the response, so each render looks for them again.
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
  return useCallback(
    async (send) => {
      state.current = 'sending'
      if (!form.current || !rejectUnreadable(form.current)) await send()
      if (state.current !== 'sending') return
      state.current = 'answered'
      look((previous) => previous + 1)
    },
    [form],
  )
}

/**
 * Lets fields show that their text can’t be read. Only these fields have a custom validity: the form’s own checks explain other errors
 * better than the browser.
 * @returns whether there are such fields
 */
function rejectUnreadable(form: HTMLElement): boolean {
  const unreadable = [...form.querySelectorAll('input')].filter((input) => input.willValidate && input.validity.customError)
  for (const input of unreadable) input.checkValidity()
  return unreadable.length > 0
}
