import { useEffect, useState } from 'react'

/** `signal` aborts a search whose result is no longer needed. */
export type Source<T> = readonly T[] | ((query: string, signal: AbortSignal) => Promise<readonly T[]>)

export interface Options<T> {
  items: readonly T[]
  status: 'ready' | 'loading' | 'failed'
}

interface OptionsResult<T> extends Options<T> {
  query: string
}

function matching<T>(items: readonly T[], query: string, text: (item: T) => string): readonly T[] {
  const normalizedQuery = query.trim().toLocaleLowerCase()
  return normalizedQuery === '' ? items : items.filter((item) => text(item).toLocaleLowerCase().includes(normalizedQuery))
}

/** Options for an earlier text count as loading, even before the next search is sent. Options that don’t match the typed text disappear. */
export function optionsOf<T>({ items, status, query }: OptionsResult<T>, typed: string, text: (item: T) => string): Options<T> {
  if (query === typed) return { items, status }
  return { items: typed.trim() === '' ? [] : matching(items, typed, text), status: 'loading' }
}

/**
 * Returns the options for the typed text. A list is filtered here by `text`; a search is sent 150 ms after the last key press, and only
 * while `active`. Old items that match stay while new ones load.
 */
export function useOptions<T>(source: Source<T>, query: string, active: boolean, text: (item: T) => string): Options<T> {
  const [result, setResult] = useState<OptionsResult<T>>({ items: [], status: 'loading', query })
  const ask = typeof source === 'function' ? source : undefined
  useEffect(() => {
    if (!ask || !active) return
    const ended = new AbortController()
    setResult((previous) => ({ ...previous, status: 'loading' }))
    const timer = setTimeout(
      () =>
        ask(query, ended.signal).then(
          (items) => !ended.signal.aborted && setResult({ items, status: 'ready', query }),
          () => !ended.signal.aborted && setResult({ items: [], status: 'failed', query }),
        ),
      query === '' ? 0 : 150,
    )
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [ask, query, active])
  if (typeof source === 'function') return optionsOf(result, query, text)
  return { items: matching(source, query, text), status: 'ready' }
}
