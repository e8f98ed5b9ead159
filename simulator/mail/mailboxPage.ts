import type { FastifyInstance } from 'fastify'
import { listPosts } from '../chat/service.ts'
import type { Simulator } from '../core/simulator.ts'
import { listMails } from './mailbox.ts'

const visible = 50

export function registerMailbox(app: FastifyInstance, sim: Simulator): void {
  app.get('/mailbox', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(page(sim)),
  )
}

function page(sim: Simulator): string {
  const mails = listMails(sim).slice(-visible).reverse()
  const posts = listPosts(sim).slice(-visible).reverse()
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Simulator mailbox</title>
<style>
:root{color-scheme:light dark}body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:15px/1.5 system-ui,sans-serif}
details{border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:8px;margin:0 0 .5rem;padding:.6rem .9rem}
summary{cursor:pointer}summary span{opacity:.7}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.8rem 0 .2rem}
</style></head><body>
<h1>Mailbox</h1>
<p>Messages that Slipway sent. They don’t leave this machine; reload the page to see new ones.</p>
<h2>Mail</h2>
${mails.map(({ to, subject, text, at: timestamp }) => entry(subject, `to ${to.join(', ')}, ${time(timestamp)}`, text)).join('') || '<p>None yet.</p>'}
<h2>Chats and webhooks</h2>
${posts.map(({ path, body, at: timestamp }) => entry(path, time(timestamp), formatJson(body))).join('') || '<p>None yet.</p>'}
</body></html>
`
}

const entry = (title: string, subtitle: string, text: string) =>
  `<details><summary>${html(title)} <span>${html(subtitle)}</span></summary><pre>${linked(html(text))}</pre></details>\n`

const time = (timestamp: string) => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`

function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)
/** The text must already be escaped. Only URLs of this machine become links. */
const linked = (escaped: string) => escaped.replace(/http:\/\/127\.0\.0\.1:\d+\/app[\w/?=&;.-]*/g, (url) => `<a href="${url}">${url}</a>`)
