/** Returns the text of `openapi.json` with one item per line. A reference, a type, or a list of one of these counts as an item. */
export function openApiText(document: object): string {
  const lines = JSON.stringify(document, null, 1)
  return `${lines.replace(/([{[])\n *(.*[^,{[])\n *([}\]])/g, '$1 $2 $3')}\n`
}
