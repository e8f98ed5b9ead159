import type { ChangeEvent } from 'react'

interface DraftForm<Draft> {
  draft: Draft
  change: (part: Partial<Draft>) => void
  errorOf: (field: never) => string | undefined
}

/** Returns props of fields that each edit one value of a draft. A field has the name that the server's errors use. */
export function draftFields<Draft extends object>({ draft, change, errorOf }: DraftForm<Draft>) {
  type Key = Extract<keyof Draft, string>
  const set = (key: Key, value: unknown) => change({ [key]: value } as Partial<Draft>)
  const shared = <K extends Key>(key: K, name: string) => ({ name, value: draft[key], error: errorOf(name as never) })
  return {
    field: <K extends Key>(key: K, name: string = key) => ({
      ...shared(key, name),
      onChange: (value: [Extract<Draft[K], string>] extends [never] ? Draft[K] : string) => set(key, value),
    }),
    text: <K extends Key>(key: K, name: string = key) => ({
      ...shared(key, name),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set(key, event.target.value),
    }),
  }
}
