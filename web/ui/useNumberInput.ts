import { type ChangeEvent, type CompositionEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { NumberFieldProps } from './controlTypes.ts'
import { numberLabels } from './numberLabels.ts'
import { addStep, clampNumber, explainNumber, formatInput, type NumberProblem, type NumberReading, readNumber } from './numberText.ts'
import { useStepButtons } from './useStepButtons.ts'

interface NumberInputState
  extends Pick<
    NumberFieldProps,
    'value' | 'onChange' | 'onBlur' | 'min' | 'max' | 'defaultValue' | 'step' | 'format' | 'suffix' | 'onProblem'
  > {
  /** For fields whose limits aren’t only `min`, `max` and the decimals of `format`. */
  read?: (text: string) => NumberReading
  explain?: (problem: NumberProblem) => string
}

interface TypedText {
  text: string
  /** The value when the field was left. */
  left?: number | null
}

/**
 * Keeps the typed text until people leave the field, and also afterwards if it isn’t a number that the field can have. Then `error` says
 * which numbers it can have, the value doesn’t change, and the form can’t be sent. With `onProblem`, `error` also says it while people type.
 */
export function useNumberInput(state: NumberInputState) {
  const { value, onChange, onBlur, min, max, defaultValue, step = 1, format, suffix, onProblem } = state
  const rules = { min, max, format, suffix }
  const { read = (text: string) => readNumber(text, rules), explain = (problem: NumberProblem) => explainNumber(problem, rules) } = state
  const [typed, setTyped] = useState<TypedText>()
  const [isErrorShown, setIsErrorShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const reading = typed && read(typed.text)
  const problem = reading && problemOf(reading, defaultValue === undefined ? value : null)
  // The text of a field that was left is outdated if it is no longer wrong or if the value was replaced.
  if (typed && 'left' in typed && (problem === undefined || typed.left !== value)) setTyped(undefined)
  const message = problem && explain(problem)
  useLayoutEffect(() => {
    input.current?.setCustomValidity(message ?? '')
    onProblem?.(message)
  }, [message, onProblem])

  const set = (next: number) => {
    setTyped(undefined)
    onChange(clampNumber(next, min, max))
  }
  const move = (amount: number) => {
    const from = (reading && 'number' in reading ? reading.number : value) ?? defaultValue ?? null
    set(from === null ? 0 : addStep(from, amount))
  }
  const stepProps = useStepButtons(move)

  const type = (text: string) => {
    setTyped({ text })
    const next = read(text)
    if ('problem' in next) return
    setIsErrorShown(false)
    onChange(next.number)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const amount = event.shiftKey ? 10 * step : step
    const target = event.shiftKey ? undefined : { Home: min, End: max }[event.key]
    if (event.key === 'ArrowUp') move(amount)
    else if (event.key === 'ArrowDown') move(-amount)
    else if (target !== undefined) set(target)
    else return
    event.preventDefault()
  }
  return {
    // A form that gets the problem while people type shows why its preview is missing.
    error: isErrorShown || onProblem ? message : undefined,
    inputProps: {
      ref: input,
      // Keyboards for whole or decimal numbers have no minus sign.
      inputMode: min !== undefined && min >= 0 ? ('decimal' as const) : ('text' as const),
      value: typed?.text ?? formatInput(value, format),
      placeholder: defaultValue === undefined ? undefined : numberLabels.defaultValue(formatInput(defaultValue, format)),
      ...(defaultValue !== undefined && { 'aria-required': undefined }),
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        // The text isn't complete until the composition ends.
        if ((event.nativeEvent as InputEvent).isComposing) setTyped({ text: event.target.value })
        else type(event.target.value)
      },
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => type(event.currentTarget.value),
      onKeyDown,
      onInvalid: () => setIsErrorShown(true),
      onBlur: () => {
        setTyped(problem && typed && { text: typed.text, left: value })
        setIsErrorShown(problem !== undefined)
        onBlur?.()
      },
    },
    decreaseProps: { ...stepProps(-step), disabled: value !== null && min !== undefined && value <= min },
    increaseProps: { ...stepProps(step), disabled: value !== null && max !== undefined && value >= max },
  }
}

export type NumberInputProps = ReturnType<typeof useNumberInput>

/** A field that had to keep its value can’t be empty. */
function problemOf(reading: NumberReading, value: number | null): NumberProblem | undefined {
  if ('problem' in reading) return reading.problem
  return reading.number === null && value !== null ? 'unreadable' : undefined
}
