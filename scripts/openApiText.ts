import stringify from 'json-stringify-pretty-compact'

/** Returns the text of `openapi.json`. Short objects and lists are on one line, so that differences stay readable. */
export const openApiText = (document: object): string => `${stringify(document, { indent: 1, maxLength: 140 })}\n`
