/** Renders the OpenAPI document as an HTML page: operations with examples, then the schemas. */

import { escapedXml } from '../util/escape.ts'

/** Fields of a JSON schema that the page shows. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  prefixItems?: Schema[]
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
}

interface Content {
  schema?: Schema
  example?: unknown
}

interface Response {
  $ref?: string
  description?: string
  content?: Record<string, Content>
}

interface Parameter {
  name: string
  in: string
  description?: string
  required?: boolean
  schema: Schema
  example?: unknown
}

interface ApiOperation {
  operationId: string
  summary: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, Response>
}

/** Parts of an OpenAPI document that the page shows. */
export interface OpenApiDocument {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
}

interface Route extends ApiOperation {
  method: string
  path: string
}

/** Returns the content of the page: navigation and reference, as HTML. Pure. */
export function referenceHtml({ info, tags, paths, components }: OpenApiDocument): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]): Route => ({ ...each, method: method.toUpperCase(), path })),
  )
  const groups = tags.map((tag) => ({ ...tag, routes: routes.filter((route) => route.tags?.includes(tag.name)) }))
  const schemas = Object.entries(components.schemas)
  return `<nav aria-label="Contents">
<label for="filter">Find in this page</label>
<input id="filter" type="search" spellcheck="false" autocomplete="off">
${groups.map((group) => `<p><a href="#tag-${group.name}">${capital(group.name)}</a></p>\n${list(group.routes.map(({ operationId, path }) => link(operationId, path)))}`).join('\n')}
<p><a href="#errors">Errors</a></p>
<p><a href="#schemas">Schemas</a></p>
</nav>
<main id="reference">
<h1>API of ${escapedXml(info.title)} <small>${escapedXml(info.version)}</small></h1>
${paragraph(info.description)}
<p>The examples ask for laws of the sample (<code>--dataset starter</code>); other datasets have other laws.</p>
${groups
  .map(
    ({ name, description, routes }) =>
      `<h2 id="tag-${name}">${capital(name)}</h2>\n${paragraph(description)}\n${routes.map((route) => operation(route)).join('\n')}`,
  )
  .join('\n')}
<h2 id="errors">Errors</h2>
<p>Every operation can end with these, too.</p>
${Object.entries(components.responses).map(sharedError).join('\n')}
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => `<section>\n<h3 id="${name}">${name}</h3>\n${fields(schema, 0)}</section>`).join('\n')}
</main>`
}

function operation(route: Route): string {
  const { operationId, summary, description = '', method, path, parameters = [], requestBody, responses } = route
  const { content = {} } = responses['200'] ?? {}
  const [[mediaType, { schema = {}, example }] = ['', {} as Content]] = Object.entries(content)
  const url = exampleUrl(path, parameters)
  const body = requestBody?.content['application/json']
  const data = body === undefined ? '' : ` --json '${JSON.stringify(body.example)}'`
  const shown = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return `<section>
<h3 id="${operationId}">${escapedXml(summary)}</h3>
<p class="route"><code>${method} ${escapedXml(path)}</code></p>
${paragraph(description)}
${parameters.length === 0 ? '' : `<h4>Parameters</h4>\n<dl>\n${parameters.map(parameter).join('\n')}\n</dl>`}
<h4>Example</h4>
<pre><code>curl '<span class="origin">http://127.0.0.1:8080</span>${escapedXml(url)}'${escapedXml(data)}</code></pre>
${requestBody === undefined && example !== undefined ? `<p><a href="${escapedXml(url)}">Open <code>${escapedXml(url)}</code></a></p>` : ''}
${example === undefined ? '' : details('Answer of the sample', `<pre><code>${escapedXml(shown)}</code></pre>`)}
<h4>Answer</h4>
<p>${escapedXml(mediaType)}: ${typeOf(schema)}.</p>
<h4>Responses</h4>
<ul class="responses">
${Object.entries(responses).map(response).join('\n')}
</ul>
</section>`
}

/** Returns a route with the examples of its parameters. */
function exampleUrl(path: string, parameters: readonly Parameter[]): string {
  const given = parameters.filter(({ example }) => example !== undefined)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(String(given.find((parameter) => parameter.name === name)?.example ?? name))
  })
  const query = new URLSearchParams(
    given
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, example }): [string, string] => [name, String(example)]),
  ).toString()
  return query === '' ? filled : `${filled}?${query}`
}

function parameter({ name, in: place, required, description = '', schema }: Parameter): string {
  const facts = [place, ...(required ? ['required'] : []), typeOf(schema)].join(', ')
  return `<dt><code>${escapedXml(name)}</code> <small>${facts}</small></dt>\n<dd>${inline(description)}</dd>`
}

function response([status, { $ref, description = '', content = {} }]: [string, Response]): string {
  if ($ref !== undefined) return `<li>${status}: ${link(`error-${nameOf($ref)}`, nameOf($ref))}</li>`
  const example = status === '200' ? undefined : Object.values(content)[0]?.example
  return `<li>${status}: ${inline(description)}${example === undefined ? '' : exampleDetails(example)}</li>`
}

function sharedError([name, { description = '', content = {} }]: [string, Response]): string {
  const example = Object.values(content)[0]?.example
  return `<section>\n<h3 id="error-${name}">${name}</h3>\n${paragraph(description)}${example === undefined ? '' : exampleDetails(example)}</section>`
}

const exampleDetails = (example: unknown) =>
  details('Example', `<pre><code>${escapedXml(JSON.stringify(example, null, 2))}</code></pre>`)

const details = (summary: string, content: string) => `<details><summary>${summary}</summary>${content}</details>`

/** Maximum depth of inlined objects; deeper ones have names. */
const DEEPEST = 6

/** Renders the fields of an object, with those of its nested objects below them. */
function fields(schema: Schema, depth: number): string {
  const { properties, required = [], description = '' } = schema
  if (properties === undefined) return `<p>${typeOf(schema)}. ${inline(description)}</p>`
  const shown = Object.entries(properties).map(([name, field]) => {
    const inner = innerObject(field)
    const facts = `${typeOf(field)}${required.includes(name) ? '' : ', optional'}`
    const below = inner === undefined || depth === DEEPEST ? '' : fields({ ...inner, description: '' }, depth + 1)
    return `<dt><code>${escapedXml(name)}</code> <small>${facts}</small></dt>\n<dd>${inline(field.description ?? '')}${below}</dd>`
  })
  return `${description === '' ? '' : paragraph(description)}<dl>\n${shown.join('\n')}\n</dl>`
}

/** Returns the unnamed object of a field, also in a list or as an alternative to null. */
function innerObject({ properties, items, anyOf, ...schema }: Schema): Schema | undefined {
  if (properties !== undefined) return { ...schema, properties }
  if (items !== undefined) return innerObject(items)
  return anyOf?.map(innerObject).find((inner) => inner !== undefined)
}

/** Describes the type of a value in a few words, with links to schemas. */
function typeOf({ $ref, type, items, prefixItems, anyOf, additionalProperties, ...schema }: Schema): string {
  if ($ref !== undefined) return link(nameOf($ref), nameOf($ref))
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(' | ')
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (prefixItems !== undefined) return `list of ${prefixItems.map(typeOf).join(' and ')}`
  if (items !== undefined) return `list of ${typeOf(items)}`
  if (typeof additionalProperties === 'object') return `object with values: ${typeOf(additionalProperties)}`
  return [type ?? 'any value'].flat().join(' or ')
}

const code = (value: unknown) => `<code>${escapedXml(JSON.stringify(value))}</code>`

const nameOf = (reference: string) => reference.replace(/^.*\//, '')

const link = (id: string, text: string) => `<a href="#${escapedXml(id)}">${escapedXml(text)}</a>`

const list = (items: readonly string[]) => `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`

const capital = (text: string) => escapedXml(text.charAt(0).toUpperCase() + text.slice(1))

const paragraph = (text: string) => (text === '' ? '' : `<p>${inline(text)}</p>`)

/** Renders a line of Markdown: code between backticks. */
const inline = (text: string) => escapedXml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
