interface Text {
  type?: unknown
  text?: unknown
}

export function validateSlackMessage(body: string): string | undefined {
  const message = parse(body)
  if (!message) return 'invalid_payload'
  const blocks = Array.isArray(message.blocks) ? (message.blocks as Record<string, unknown>[]) : []
  if (typeof message.text !== 'string' && blocks.length === 0) return 'no_text'
  if (blocks.length > 50 || blocks.some((block) => !isBlock(block))) return 'invalid_blocks'
  return undefined
}

function isBlock(block: Record<string, unknown>): boolean {
  const elements = Array.isArray(block.elements) ? (block.elements as Record<string, unknown>[]) : []
  switch (block.type) {
    case 'header':
      return isText(block.text, 150) && (block.text as Text).type === 'plain_text'
    case 'section':
      return isText(block.text, 3_000)
    case 'context':
      return elements.length > 0 && elements.length <= 10 && elements.every((each) => isText(each, 3_000))
    case 'actions':
      return elements.length > 0 && elements.every(({ type, text }) => type === 'button' && isText(text, 75))
    default:
      return false
  }
}

const isText = (value: unknown, longest: number): boolean => {
  const { type, text } = (value ?? {}) as Text
  return (type === 'plain_text' || type === 'mrkdwn') && typeof text === 'string' && text !== '' && [...text].length <= longest
}

export function validateTeamsMessage(body: string): string | undefined {
  const message = parse(body)
  const attachments = message?.attachments
  if (message?.type !== 'message' || !Array.isArray(attachments)) return 'Expected a message with attachments.'
  const [card] = attachments as { contentType?: unknown; content?: { type?: unknown; version?: unknown; body?: unknown } }[]
  if (card?.contentType !== 'application/vnd.microsoft.card.adaptive' || card.content?.type !== 'AdaptiveCard')
    return 'Expected an Adaptive Card.'
  if (typeof card.content.version !== 'string' || !Array.isArray(card.content.body)) return 'The card has no version or no body.'
  return Buffer.byteLength(body) > 28_672 ? 'The message is larger than 28 KB.' : undefined
}

function parse(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
