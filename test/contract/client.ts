import type { Operation } from './operations.ts'

/** Returns the headers that authenticate a caller. `claims` come from the challenge of a denied call (specification §8). */
export type Credential = (claims?: string) => Promise<Record<string, string>>

export interface Request {
  path?: Record<string, string> | undefined
  query?: Record<string, string | number | boolean> | undefined
  body?: unknown
  as?: Credential | undefined
}

export interface HttpResponse {
  status: number
  // The specification doesn’t show response shapes, so stories read bodies without types.
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape pass through here
  body: any
}

export type Transport = (operation: Operation, request: Request) => Promise<HttpResponse>

export const segments = { incidentService: 'snow', deploymentTool: 'argo' }

/**
 * A client built from the specification alone: JSON in both directions, a bearer token, and one retry with a fresh token after a 401 with
 * claims (§7, §8).
 * @param host for example `https://slipway.example`
 */
export async function fetchClient(host: string): Promise<{ call: Transport }> {
  const call: Transport = async (operation, { path = {}, query = {}, body, as }) => {
    const [method = '', template = ''] = operation.split(' ')
    const url = new URL(host + fill(template, { ...segments, ...path }))
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    const send = async (claims?: string) =>
      fetch(url, {
        method,
        headers: { accept: 'application/json, text/plain, */*', 'content-type': 'application/json', ...(await as?.(claims)) },
        body: body === undefined ? null : JSON.stringify(body),
      })
    const firstResponse = await send()
    const claims =
      firstResponse.status === 401 ? /claims="([^"]+)"/.exec(firstResponse.headers.get('www-authenticate') ?? '')?.[1] : undefined
    const response = claims ? await send(atob(claims)) : firstResponse
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    if (text !== '' && !type.startsWith('application/json'))
      throw new Error(`${operation}: the response has the type ${type} (${response.status})`)
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { call }
}

function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (!value) throw new Error(`The path parameter ${name} is required.`)
    return encodeURIComponent(value)
  })
}
