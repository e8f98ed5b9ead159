import { type Ref, type RefCallback, useCallback, useRef } from 'react'
import type { StartRequest } from './controlTypes.ts'

/** Moves the focus from the plain control to the control that replaces it, and sets the caller's ref. */
export function useInitialFocus<Element extends HTMLElement>({ focus }: StartRequest, ref: Ref<Element> | undefined): RefCallback<Element> {
  const shouldFocus = useRef(focus)
  return useCallback(
    (element) => {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
      if (!element || !shouldFocus.current) return
      shouldFocus.current = false
      element.focus()
    },
    [ref],
  )
}
