import { globSync } from 'node:fs'
import path from 'node:path'
import { type Check, commandCheck, MissingTool, runTool } from './deployTools.ts'

const main = 'deploy/azure/main.bicep'
const example = 'deploy/azure/example.bicepparam'

interface Outline {
  errors: number[]
  parameters: Record<string, { isRequired: boolean; isUsed: boolean }>
  modules: { file: string; parameters: string[] }[]
}

/**
 * Prints an `Outline` of each file. Version 1.1.0 of the grammar doesn't know `extension` and `using`, and values of parameters have the syntax
 * of variables.
 */
const outlineScript = `
import json, re, sys
try:
    import tree_sitter, tree_sitter_bicep
except ImportError:
    sys.exit(3)
parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_bicep.language()))
def outline(file):
    source = re.sub(r'(?m)^(extension|using) .*$', '', open(file, encoding='utf-8').read())
    source = re.sub(r'(?m)^param ', 'var ', source) if file.endswith('.bicepparam') else source
    errors, names, parameters, modules = [], [], {}, []
    def walk(node):
        if node.type == 'ERROR' or node.is_missing: errors.append(node.start_point.row + 1)
        if node.type == 'identifier': names.append(node.text.decode())
        # The first child of a property is its key.
        for child in node.children[1 if node.type == 'object_property' else 0:]: walk(child)
    def child(node, kind): return next(each for each in node.children if each.type == kind)
    tree = parser.parse(source.encode()).root_node
    walk(tree)
    for node in tree.children:
        if node.type == 'parameter_declaration' or (node.type == 'variable_declaration' and file.endswith('.bicepparam')):
            name = child(node, 'identifier').text.decode()
            parameters[name] = {'isRequired': all(each.type != '=' for each in node.children)}
        if node.type == 'module_declaration':
            param_objects = [each for each in child(node, 'object').children if each.type == 'object_property' and each.children[0].text == b'params']
            keys = [each.children[0].text.decode() for each in param_objects[0].children[-1].children if each.type == 'object_property']
            modules.append({'file': child(node, 'string').text.decode().strip("'"), 'parameters': keys})
    for name in parameters: parameters[name]['isUsed'] = names.count(name) > 1
    return {'errors': errors, 'parameters': parameters, 'modules': modules}
print(json.dumps({file: outline(file) for file in sys.argv[1:]}))
`

function findingsOf(outlines: Record<string, Outline>): string[] {
  const compare = (user: string, file: string, passedNames: string[]) => {
    const { parameters = {} } = outlines[file] ?? {}
    return [
      ...passedNames.filter((name) => !(name in parameters)).map((name) => `${user}: ${file} has no parameter ${name}`),
      ...Object.entries(parameters)
        .filter(([name, { isRequired }]) => isRequired && !passedNames.includes(name))
        .map(([name]) => `${user}: the parameter ${name} of ${file} is missing`),
    ]
  }
  return Object.entries(outlines).flatMap(([file, { errors, parameters, modules }]) => [
    ...errors.map((line) => `${file}:${line}: syntax error`),
    ...modules.flatMap((module) => compare(file, path.posix.join(path.posix.dirname(file), module.file), module.parameters)),
    ...(file === example
      ? compare(file, main, Object.keys(parameters))
      : Object.entries(parameters).flatMap(([name, { isUsed }]) => (isUsed ? [] : [`${file}: the parameter ${name} isn’t used`]))),
  ])
}

export const azureChecks: Check[] = [
  {
    name: 'Azure: syntax and parameters',
    needs: { python3: 'https://www.python.org' },
    async run(tools) {
      const files = globSync('deploy/azure/**/*.bicep').concat(example).sort()
      const { code, output } = await runTool(tools.python3!, ['-c', outlineScript, ...files])
      if (code === 3) throw new MissingTool('tree-sitter-bicep', 'pip install tree-sitter tree-sitter-bicep')
      return code === 0 ? findingsOf(JSON.parse(output) as Record<string, Outline>) : [output]
    },
  },
  commandCheck(
    'Azure: compilation',
    'bicep',
    'https://github.com/Azure/bicep/releases (0.36.1 or later; reads types of mcr.microsoft.com)',
    ['build-params', example, '--stdout'],
  ),
]
