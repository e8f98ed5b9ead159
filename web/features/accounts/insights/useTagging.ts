import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput, CallResult } from '../../../api/client.ts'
import { deliver } from '../../../api/delivery.ts'
import { type ProblemText, problemOf } from '../../../api/problem.ts'
import { call, refresh } from '../../../api/queryCall.ts'
import { maxResourcesPerChange } from './tagsRules.ts'

export type TagChange = Omit<CallInput<'setResourceTags'>['body'], 'resourceIds'>
export type TagResult = CallResult<'setResourceTags'>['results'][number]

interface TaggingState {
  doing: { done: number; of: number } | undefined
  results: ReadonlyMap<string, TagResult>
  problem: ProblemText | undefined
  send: (change: TagChange, resourceIds: readonly string[]) => Promise<void>
}

export function useTagging(accountId: string): TaggingState {
  const client = useQueryClient()
  const [doing, setDoing] = useState<TaggingState['doing']>()
  const [results, setResults] = useState<ReadonlyMap<string, TagResult>>(new Map())
  const [problem, setProblem] = useState<ProblemText>()
  async function send(change: TagChange, resourceIds: readonly string[]): Promise<void> {
    setProblem(undefined)
    try {
      for (let done = 0; done < resourceIds.length; done += maxResourcesPerChange) {
        setDoing({ done, of: resourceIds.length })
        const body = { ...change, resourceIds: resourceIds.slice(done, done + maxResourcesPerChange) }
        const started = await deliver(client, 'setResourceTags', { params: { id: accountId }, body }, ['accountResources'])
        const response = await waitForUpdate(accountId, started)
        setResults((previous) => new Map([...previous, ...response.results.map((result) => [result.resourceId, result] as const)]))
      }
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setDoing(undefined)
      void refresh(client, 'accountResources', accountId)
    }
  }
  return { doing, results, problem, send }
}

const pollIntervalMs = 2_000

/** The server completes the change even if the page is closed. The results are polled until then. */
async function waitForUpdate(accountId: string, change: CallResult<'setResourceTags'>): Promise<CallResult<'getTagChange'>> {
  let latest: CallResult<'getTagChange'> = change
  while (latest.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    latest = await call('getTagChange', { params: { id: accountId, changeId: change.id } })
  }
  return latest
}
