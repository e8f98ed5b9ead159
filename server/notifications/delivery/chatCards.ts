import { formatMoment } from '../../format.ts'
import { actionOf, type Message } from './message.ts'

/**
 * Formats a message in Slack's Block Kit. User input is in `plain_text`, which has no markup. Slack parses only the line for push
 * notifications, so that line is escaped. The button is a link, because decisions are made in Slipway only.
 */
export function slackMessage(message: Message): object {
  const { label, title, body, link, at } = message
  return {
    text: mrkdwn(title).slice(0, 3_000),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plainTextBlock(title, 150) },
      ...(body ? [{ type: 'section', text: plainTextBlock(body, 2_900) }] : []),
      { type: 'context', elements: [plainTextBlock(`${label} · ${formatMoment(at)}`, 300)] },
      { type: 'actions', elements: [{ type: 'button', text: plainTextBlock(actionOf(message), 75), url: link }] },
    ],
  }
}

/** Formats an Adaptive Card for Workflows in Teams. It uses text runs, because they have no Markdown, unlike text blocks. */
export function teamsMessage(message: Message): object {
  const { label, title, body, link, at } = message
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          fallbackText: 'A message from Slipway. Open the portal to read it.',
          body: [
            run(truncateText(title, 300), { size: 'Medium', weight: 'Bolder' }),
            ...(body ? [run(truncateText(body, 2_900))] : []),
            run(`${label} · ${formatMoment(at)}`, { size: 'Small', isSubtle: true }),
          ],
          actions: [{ type: 'Action.OpenUrl', title: actionOf(message), url: link }],
        },
      },
    ],
  }
}

const run = (text: string, textStyle: object = {}) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...textStyle }] })

const plainTextBlock = (text: string, maxLength: number) => ({ type: 'plain_text', text: truncateText(text, maxLength), emoji: false })

/** Slack rejects the whole message if a text is too long. */
function truncateText(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text
}

const mrkdwn = (text: string) =>
  text
    .replace(/[*_~`@#]/g, (character) => `${character}\u2060`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
