import type { ToastManagerAddOptions } from '@base-ui/react/toast'
import type { ReactNode } from 'react'

type AddToast = (toast: ToastManagerAddOptions<object>) => unknown

// The Toaster loads with the first toast, and reports when it is ready.
const toasterNeeded = { value: false }
const listeners = new Set<() => void>()
const whenReady = Promise.withResolvers<AddToast>()
export const resolveToaster = whenReady.resolve
export const isToasterNeeded = () => toasterNeeded.value
export function onToasterNeeded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface ToastOptions {
  description?: ReactNode
  action?: { label: string; onClick: () => void }
}

function show(type: 'ok' | 'info' | 'bad', title: string, { description, action }: ToastOptions = {}) {
  toasterNeeded.value = true
  for (const listener of listeners) listener()
  return void whenReady.promise.then((add) =>
    add({
      type,
      title,
      description,
      // An error, or a toast with an action, must not vanish while people read it.
      timeout: type === 'bad' ? 0 : action ? 12_000 : 6_000,
      actionProps: action && { children: action.label, onClick: action.onClick },
    }),
  )
}

/** Shows a short message in or below the header: `toast.ok('Saved')`, `toast.bad('Not saved', { description })`. */
export const toast = {
  ok: (title: string, options?: ToastOptions) => show('ok', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
  bad: (title: string, options?: ToastOptions) => show('bad', title, options),
}
