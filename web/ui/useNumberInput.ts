import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { NumberFieldProps } from './controlTypes.ts'
import { addStep, clampNumber, formatInput, numericText, parseNumber } from './numberText.ts'

/** Times in milliseconds after which a pressed step button repeats its step. */
const firstRepeatMs = 400
const repeatMs = 60
const releases = ['pointerup', 'pointercancel', 'blur']

type NumberInputState = Pick<NumberFieldProps, 'value' | 'onChange' | 'onBlur' | 'min' | 'max' | 'step' | 'format'>

/** Keeps the typed text until people leave the field. Then the field shows its number, which is always within the limits. */
export function useNumberInput({ value, onChange, onBlur, min, max, step = 1, format }: NumberInputState) {
  const [typedText, setTypedText] = useState<string>()
  const set = (next: number) => {
    setTypedText(undefined)
    onChange(clampNumber(next, min, max))
  }
  const move = (amount: number) => set(value === null ? 0 : addStep(value, amount))
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
    }
  }, [pressedStep])

  const type = (text: string) => {
    const next = numericText(text, format)
    setTypedText(next)
    const number = parseNumber(next)
    if (number !== undefined) onChange(number === null ? null : clampNumber(number, min, max))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const amount = event.shiftKey ? 10 * step : step
    const target = event.shiftKey ? undefined : { Home: min, End: max }[event.key]
    if (event.key === 'ArrowUp') move(amount)
    else if (event.key === 'ArrowDown') move(-amount)
    else if (target !== undefined) set(target)
    else return
    event.preventDefault()
  }
  /** Props of a step button. The focus stays where it is, because the arrow keys do the same. */
  const buttonProps = (amount: number) => ({
    type: 'button' as const,
    tabIndex: -1,
    disabled: amount < 0 ? value !== null && min !== undefined && value <= min : value !== null && max !== undefined && value >= max,
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onPointerDown: () => {
      hasRepeated.current = false
      setPressedStep(amount)
    },
    onClick: () => {
      if (!hasRepeated.current) move(amount)
      hasRepeated.current = false
    },
  })
  return {
    inputProps: {
      // Keyboards for whole or decimal numbers have no minus sign.
      inputMode: min !== undefined && min >= 0 ? ('decimal' as const) : ('text' as const),
      value: typedText ?? formatInput(value, format),
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event: { target: { value: string } }) => type(event.target.value),
      onKeyDown,
      onBlur: () => {
        setTypedText(undefined)
        onBlur?.()
      },
    },
    decreaseProps: buttonProps(-step),
    increaseProps: buttonProps(step),
  }
}
