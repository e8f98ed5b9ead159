import { Type } from 'typebox'

/** Normalises a name for storage and lookup: NFC, trimmed. The database compares names case-sensitively. */
export function normalizeName(text: string): string {
  return text.normalize('NFC').trim()
}

export const NameInPath = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\x00]*$' }) },
  { additionalProperties: false },
)
