import { type Static, Type } from 'typebox'
import { ExternalError } from '../externalError.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'
import { armResourceGraph } from './armResourceGraph.ts'
import { type Progress, startOrPoll } from './longRunning.ts'

const DnsLink = Type.Object({ id: Type.String(), name: Type.String(), networkId: Type.String() })
export type DnsLink = Static<typeof DnsLink>

export function armDns(send: Send) {
  const { readResourceGraph } = armResourceGraph(send)
  return {
    /**
     * Lists links from private DNS zones in some subscriptions to the networks of another one. The zones have to be searched, because
     * networks don't list their links.
     */
    async listDnsLinks(zonesIn: string[], subscriptionId: string): Promise<DnsLink[]> {
      if (zonesIn.length === 0) return []
      const kql = [
        'resources',
        "where type =~ 'microsoft.network/privatednszones/virtualnetworklinks'",
        'extend networkId = tostring(properties.virtualNetwork.id)',
        `where networkId startswith '/subscriptions/${subscriptionId}/'`,
        'project id, name, networkId',
        'order by id asc',
      ].join(' | ')
      const links: DnsLink[] = []
      for await (const link of readResourceGraph(zonesIn, kql, DnsLink)) links.push(link)
      return links
    },

    /** Starts deleting a link, or polls with `state`. The call also succeeds if the link is missing. */
    async deleteDnsLink(id: string, state?: string): Promise<Progress<undefined>> {
      try {
        const progress = await startOrPoll(send, { method: 'DELETE', path: id, query: { 'api-version': apiVersions.privateDns } }, state)
        return progress.done ? { done: true, result: undefined } : progress
      } catch (error) {
        if (state === undefined && error instanceof ExternalError && error.status === 404) return { done: true, result: undefined }
        throw error
      }
    },
  }
}
