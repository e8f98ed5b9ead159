import { Type } from 'typebox'

/** A name as it is stored and looked up: one spelling (NFC), no space around it. Case is left to the database. */
export function tidyName(text: string): string {
  return text.normalize('NFC').trim()
}

/** The `{name}` of a look-up by name. */
export const NameInPath = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\x00]*$' }) },
  { additionalProperties: false },
)
