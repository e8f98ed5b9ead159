/** Returns the text of `openapi.json` with one item per line. An item is a reference, a type, or a list of either. */
export function openApiText(document: object): string {
  const lines = JSON.stringify(document, null, 1)
  return `${lines.replace(/([{[])\n *(.*[^,{[])\n *([}\]])/g, '$1 $2 $3')}\n`
}
