import type { OpenApp } from './openApp.ts'

/** Opens a minimal browser for sign-ins. It keeps cookies but doesn’t follow redirects. */
export function openBrowser({ config, http, https }: Pick<OpenApp, 'config' | 'http' | 'https'>) {
  const isSecure = config.publicUrl.startsWith('https:')
  const cookies = new Map<string, string>()

  function keep(header: string): void {
    const [pair = '', ...attributes] = header.split(/; */)
    const name = pair.slice(0, pair.indexOf('='))
    const hasAttribute = (attribute: string) => attributes.some((each) => each.toLowerCase() === attribute)
    if ((hasAttribute('secure') || name.startsWith('__Secure-')) && !(isSecure && hasAttribute('secure'))) return
    const expires = attributes.find((each) => /^expires=/i.test(each))?.slice(8)
    if (expires && Date.parse(expires) < Date.now()) cookies.delete(name)
    else cookies.set(name, pair.slice(name.length + 1))
  }

  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(url, config.publicUrl)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string>) }
    const response = await fetch(`${isSecure ? https : http}${pathname}${search}`, { ...init, headers, redirect: 'manual' })
    for (const header of response.headers.getSetCookie()) keep(header)
    return response
  }

  async function startSignIn(returnTo?: string): Promise<URL> {
    const response = await send(`/auth/login${returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`}`)
    return new URL(response.headers.get('location')!)
  }

  return {
    cookies,
    send,
    begin: startSignIn,
    choose: async (page: URL, personId: string) => (await chooseAt(page, personId)).headers.get('location')!,
    async signIn(personId: string, returnTo?: string): Promise<Response> {
      return send((await chooseAt(await startSignIn(returnTo), personId)).headers.get('location')!)
    },
  }
}
export type Browser = ReturnType<typeof openBrowser>

export async function chooseAt(page: URL, personId: string): Promise<Response> {
  const form = new URLSearchParams(page.searchParams)
  form.set('oid', personId)
  form.set('approve', 'yes')
  return fetch(`${page.origin}${page.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
}
