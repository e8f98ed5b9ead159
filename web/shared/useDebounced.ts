import { useEffect, useState } from 'react'

export function useDebounced<T>(value: T, pauseMs = 300): T {
  const [debouncedValue, setDebouncedValue] = useState(value)
  const now = JSON.stringify(value)
  const before = JSON.stringify(debouncedValue)
  useEffect(() => {
    if (now === before) return
    const timer = setTimeout(() => setDebouncedValue(JSON.parse(now) as T), pauseMs)
    return () => clearTimeout(timer)
  }, [now, before, pauseMs])
  return debouncedValue
}
