interface StepTimes {
  started_at: Date | null
  ended_at: Date | null
}

/**
 * Returns the times of a run's steps, each of which starts when the one before has ended.
 * @param durations in milliseconds, of the started steps in order; null for a step that hasn't ended
 */
export function stepTimes(started: Date, durations: readonly (number | null)[]): (position: number) => StepTimes {
  let at = started.getTime()
  const times = durations.map((duration): StepTimes => {
    const started_at = new Date(at)
    at += duration ?? 0
    return { started_at, ended_at: duration === null ? null : new Date(at) }
  })
  return (position) => times[position] ?? { started_at: null, ended_at: null }
}
