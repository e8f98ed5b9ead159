import type { OutgoingMail } from '../../clients/mail/mail.ts'
import { linkTo } from './links.ts'
import { actionOf, type Message } from './message.ts'

export function mailOf(publicUrl: string, to: string, message: Message, summary: Message[] = []): OutgoingMail {
  const settings = linkTo(publicUrl, 'notificationSettings', '')
  const { host } = new URL(publicUrl)
  const domain = host.replace(/:\d+$/, '').replace(/^\[.*\]$/, 'slipway.invalid')
  const entries = summary.length > 0 ? summary : [message]
  return {
    to,
    subject: message.title,
    text: [
      ...entries.map(renderText),
      `You get this email because of your notification settings.
Change them: ${settings}`,
    ].join(`\n\n${'-'.repeat(40)}\n\n`),
    html: page(message.title, entries.map(renderHtml).join(''), settings),
    messageId: `<${message.id}@${domain}>`,
    thread: `<${message.subject.kind}.${message.subject.id}@${domain}>`,
    unsubscribeUrl: settings,
  }
}

function renderText(message: Message): string {
  return [message.title, message.body, `${actionOf(message)}: ${message.link}`].filter(Boolean).join('\n\n')
}

function renderHtml(message: Message): string {
  const { title, body, link, label } = message
  return `<div style="margin:0 0 16px;padding:20px;border:1px solid #d5dbdb;border-radius:8px">
<p style="margin:0 0 4px;font-size:13px;color:#5a6666">${html(label)}</p>
<h1 style="margin:0 0 8px;font-size:18px;line-height:1.35">${html(title)}</h1>
${body ? `<p style="margin:0 0 16px;white-space:pre-wrap">${html(body)}</p>\n` : ''}<p style="margin:0"><a href="${html(link)}" style="display:inline-block;padding:9px 16px;border-radius:6px;background:#06403f;color:#ffffff;text-decoration:none">${html(actionOf(message))}</a></p>
</div>
`
}

function page(title: string, content: string, settings: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${html(title)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#142020;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
${content}<p style="font-size:13px;color:#5a6666">You get this email because of your notification settings. <a href="${html(settings)}" style="color:#06403f">Change settings</a></p>
</div></body></html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)
