import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Times in milliseconds after which a pressed step button repeats its step, and in which the click of a released button arrives. */
const firstRepeatMs = 400
const repeatMs = 60
const clickMs = 100
const releases = ['pointerup', 'pointercancel', 'contextmenu', 'blur']

/** A click is one step. While a person presses a button and stays on it, the step is repeated. */
export function useStepButtons(move: (amount: number) => void) {
  const latestMove = useRef(move)
  latestMove.current = move
  const [pressedStep, setPressedStep] = useState<number>()
  const hasRepeated = useRef(false)
  useEffect(() => {
    if (pressedStep === undefined) return
    let timer = setTimeout(function repeat() {
      hasRepeated.current = true
      latestMove.current(pressedStep)
      timer = setTimeout(repeat, repeatMs)
    }, firstRepeatMs)
    const release = () => setPressedStep(undefined)
    // A button that is disabled at a limit doesn't get these events.
    for (const end of releases) addEventListener(end, release)
    return () => {
      clearTimeout(timer)
      for (const end of releases) removeEventListener(end, release)
      setTimeout(() => {
        hasRepeated.current = false
      }, clickMs)
    }
  }, [pressedStep])
  /** The focus stays where it is, because the arrow keys do the same. */
  return (amount: number) => ({
    type: 'button' as const,
    tabIndex: -1,
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      hasRepeated.current = false
      setPressedStep(amount)
    },
    onPointerLeave: () => setPressedStep(undefined),
    onClick: () => {
      if (!hasRepeated.current) move(amount)
      hasRepeated.current = false
    },
  })
}
