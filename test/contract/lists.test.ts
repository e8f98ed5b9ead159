import { expect } from 'vitest'
import { fetchClient } from './client.ts'
import { type Operation, specification } from './operations.ts'
import { onProduct } from './story.ts'

/** These operations return a single object, strings, or results of a search. */
const excludedPattern =
  /\/(getDevToken|me|health|options|canIApprove|role|search\w*|lookupStoreData|LookupSnetData|VirtualMachineSkus|VmImageData)$/i
const lists = Object.values(specification)
  .flatMap((group) => Object.keys(group) as Operation[])
  .filter((operation) => /^GET [^{]+$/.test(operation) && !excludedPattern.test(operation))

onProduct('every list', 'takes page, size, sort, filter and search, and nothing else', fetchClient, async ({ call, as }) => {
  const expected = { firstPage: 200, largeSize: 200, fraction: 400, unknown: 400 }
  const responses: Record<string, object> = {}
  for (const list of lists) {
    const sendRequest = async (query: Record<string, string | number>) => (await call(list, { query, as: as('Niamh') })).status
    responses[list] = {
      firstPage: await sendRequest({ page: 0, size: 5, sort: '', filter: '', search: '' }),
      largeSize: await sendRequest({ page: 1, size: 1_000_000 }),
      fraction: await sendRequest({ page: 1.5 }),
      unknown: await sendRequest({ colour: 'red' }),
    }
  }
  expect(responses).toEqual(Object.fromEntries(lists.map((list) => [list, expected])))
})
