import { useEffect, useState } from 'react'

/** The value once it has stood still for a moment: for questions asked while one types. */
export function useSettled<T>(value: T, pauseMs = 300): T {
  const [settled, setSettled] = useState(value)
  const now = JSON.stringify(value)
  const before = JSON.stringify(settled)
  useEffect(() => {
    if (now === before) return
    const timer = setTimeout(() => setSettled(JSON.parse(now) as T), pauseMs)
    return () => clearTimeout(timer)
  }, [now, before, pauseMs])
  return settled
}
