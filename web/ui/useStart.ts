import { type Ref, type RefCallback, useCallback, useRef } from 'react'
import type { Start } from './controlTypes.ts'

/** Gives the focus of the plain control to the one that replaces it, and sets the caller's ref. */
export function useStart<Element extends HTMLElement>({ focus }: Start, ref: Ref<Element> | undefined): RefCallback<Element> {
  const waits = useRef(focus)
  return useCallback(
    (element) => {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
      if (!element || !waits.current) return
      waits.current = false
      element.focus()
    },
    [ref],
  )
}
