/** The text of `openapi.json`: one thing a line, where a reference, a type or a list of one is one thing. */
export function openApiText(document: object): string {
  const lines = JSON.stringify(document, null, 1)
  return `${lines.replace(/([{[])\n *(.*[^,{[])\n *([}\]])/g, '$1 $2 $3')}\n`
}
