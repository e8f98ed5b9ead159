import { useState } from 'react'

/** Remembers which approvals are being decided. They stay locked until the response, even if the reader opens another one and comes back. */
export function useDecisionsInFlight() {
  const [ids, setIds] = useState<readonly string[]>([])
  return {
    has: (id: string | undefined) => id !== undefined && ids.includes(id),
    async during<Result>(deciding: readonly string[], call: () => Promise<Result>): Promise<Result> {
      setIds((before) => [...before, ...deciding])
      try {
        return await call()
      } finally {
        setIds((before) => before.filter((id) => !deciding.includes(id)))
      }
    },
  }
}
