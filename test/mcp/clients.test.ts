/** Both generations of the official client use all features of the server, over both transports. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { connect, disconnect, errorOf, factsOf, REVISIONS, TRANSPORTS, textOf } from './clients.ts'

after(disconnect)

for (const transport of TRANSPORTS) {
  for (const revision of REVISIONS) {
    describe(`a client of ${revision} over ${transport}`, async () => {
      const client = await connect(revision, transport)

      test('learns what the server is', () => {
        assert.equal(client.getServerVersion()?.name, 'legal-text')
        assert.match(client.getInstructions() ?? '', /Do not quote from memory/)
      })

      test('lists the tools, with those of a corpus that has several states', async () => {
        const { tools } = await client.listTools()
        assert.equal(tools.length, 13)
        for (const tool of tools) {
          assert.equal(tool.annotations?.readOnlyHint, true)
          assert.equal(tool.annotations?.openWorldHint, false)
          assert.equal(tool.inputSchema.type, 'object')
          assert.equal(tool.outputSchema?.type, 'object')
        }
      })

      test('gets a norm, whose facts fit their schema', async () => {
        const answer = await client.callTool({ name: 'get_norm', arguments: { norm: '§ 16 Abs. 1 MSGB' } })
        assert.match(textOf(answer), /^## § 16 MSGB Ordentliche Kündigung\n/)
        assert.match(textOf(answer), /> \(1\) Ein Vertrag auf unbestimmte Zeit/)
        assert.equal(factsOf(answer).norms[0].subdivision, 'abs:1')
      })

      test('gets an error with suggestions for a norm that does not exist', async () => {
        const answer = await client.callTool({ name: 'get_norm', arguments: { norm: '§ 99 MSGB' } })
        assert.equal(answer.isError, true)
        assert.match(textOf(answer), /^Error \(not_found\): MSGB has no § 99/)
        assert.equal(errorOf(answer).suggestions[0].code, 'msgb')
      })

      test('gets an error that says what would be right for wrong arguments', async () => {
        const answer = await client.callTool({ name: 'search_norms', arguments: { q: 'Hafen', limit: 'many', x: 1 } })
        assert.equal(answer.isError, true)
        assert.match(textOf(answer), /limit: must be a whole number from 1 to 100; x: unknown parameter; known are q,/)
      })

      test('is told of a tool that does not exist', async () => {
        await assert.rejects(client.callTool({ name: 'delete_norm', arguments: {} }), /Unknown tool: .*search_norms/)
      })

      test('reads resources', async () => {
        const { resources } = await client.listResources()
        assert.deepEqual(resources.map(({ uri }) => uri).sort(), [
          'legal://corpus/coverage',
          'legal://corpus/limitations',
          'legal://laws',
        ])
        for (const { uri } of resources) {
          const { contents } = await client.readResource({ uri })
          assert.equal(contents[0]?.mimeType, 'text/markdown')
        }
        const { contents } = await client.readResource({ uri: 'legal://laws/msgb/norms/par%3A16' })
        assert.match(String((contents[0] as { text: string }).text), /Ordentliche Kündigung/)
        const { contents: cut } = await client.readResource({
          uri: 'legal://laws/hafeng_2021/norms/annex%3A1?max_tokens=1000',
        })
        const next = /The next part: (\S+)$/.exec(String((cut[0] as { text: string }).text))?.[1] ?? ''
        assert.match(next, /max_tokens=1000&offset=0&from_character=\d+$/)
        assert.equal((await client.readResource({ uri: next })).contents.length, 1)
        const { resourceTemplates } = await client.listResourceTemplates()
        assert.equal(resourceTemplates.length, 4)
      })

      test('is told of a resource that does not exist', async () => {
        for (const uri of ['legal://laws/msgb/norms/par%3A99', 'legal://nothing', 'file:///etc/passwd']) {
          await assert.rejects(client.readResource({ uri }), (error: { code?: number }) => error.code === -32602)
        }
      })

      test('completes codes and norm paths', async () => {
        const complete = (uri: string, name: string, value: string, given?: Record<string, string>) =>
          client.complete({
            ref: { type: 'ref/resource', uri },
            argument: { name, value },
            ...(given && { context: { arguments: given } }),
          })
        const codes = await complete('legal://laws/{code}', 'code', 'msg')
        assert.deepEqual(codes.completion.values, ['msgb', 'msgbeg'])
        const norms = await complete('legal://laws/{code}/norms/{norm}', 'norm', 'par:1', { code: 'msgb' })
        assert(norms.completion.values.includes('par:16'))
        const prompt = await client.complete({
          ref: { type: 'ref/prompt', name: 'explain_norm' },
          argument: { name: 'norm', value: '§ 16 MSG' },
        })
        assert.deepEqual(prompt.completion.values, ['§ 16 MSGB', '§ 16 MSGBEG'])
      })

      test('gets prompts in both languages', async () => {
        const { prompts } = await client.listPrompts()
        assert.equal(prompts.length, 10)
        assert(prompts.every(({ description, title }) => description && title))
        const { messages } = await client.getPrompt({ name: 'norm_erklaeren', arguments: { norm: '§ 16 MSGB' } })
        assert.match(JSON.stringify(messages), /Erkläre § 16 MSGB\..*get_norm/s)
        await assert.rejects(client.getPrompt({ name: 'norm_erklaeren', arguments: {} }), /norm is missing/)
        await assert.rejects(client.getPrompt({ name: 'nix', arguments: {} }), /there is no prompt "nix"/)
      })

      test('hears how far a long check is', async () => {
        const text = 'Nach § 16 Abs. 1 MSGB und § 99 MSGB gilt § 1 MSGB. '.repeat(4000)
        const heard: number[] = []
        const answer = await client.callTool({ name: 'check_text', arguments: { text } }, {
          onprogress: ({ progress }: { progress: number }) => heard.push(progress),
        } as never)
        assert.equal(factsOf(answer).count, 12_000)
        assert.deepEqual(
          heard,
          heard.toSorted((a, b) => a - b),
        )
      })
    })
  }
}
