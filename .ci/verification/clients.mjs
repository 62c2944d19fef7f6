// Calls the server as hosts do, through the official SDK clients of both generations and both protocol eras.
// usage: clients.mjs COMMAND ARGS...
import assert from 'node:assert';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';

const [command, ...args] = process.argv.slice(2);
const env = { ...process.env };
const info = { name: 'bimstream-verification', version: '1' };

async function check(label, client, transport) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert(tools.length > 10, 'tools are listed');
  const call = async (name, args) => client.callTool({ name, arguments: args });
  const ok = async (name, args) => {
    const r = await call(name, args);
    assert(!r.isError, `${name}: ${r.content?.[0]?.text}`);
    assert.deepStrictEqual(JSON.parse(r.content[0].text), r.structuredContent, `${name}: text and structured content are the same`);
    return r.structuredContent;
  };
  const model = (await ok('create_model', { name: `by ${label}` })).data.model_id;
  const level = (await ok('create_level', { model_id: model, name: 'Ground', elevation: 0 })).data.element_id;
  const wall = await ok('create_wall', { model_id: model, level_id: level, start: [0, 0], end: [5000, 0], height: 2800, thickness: 200 });
  assert(wall.event_id, 'a change has an event');
  const refused = await call('place_door', { model_id: model, wall_id: wall.data.element_id, offset: 4500, width: 900, height: 2100 });
  assert(refused.isError && refused.structuredContent.error.name === 'OPENING_OUTSIDE_HOST', 'a door outside its wall is refused');
  const element = await ok('get_element', { model_id: model, element_id: wall.data.element_id });
  assert.strictEqual(element.data.measures.NetVolume, 2.8);
  await client.close();
  console.log(`# ${label}: ${tools.length} tools`);
}

await check('sdk v1', new ClientV1(info), new StdioV1({ command, args, env, stderr: 'ignore' }));
await check('sdk v2, 2025-11-25', new ClientV2(info, { versionNegotiation: { mode: 'legacy' } }), new StdioV2({ command, args, env, stderr: 'ignore' }));
await check('sdk v2, 2026-07-28', new ClientV2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } }), new StdioV2({ command, args, env, stderr: 'ignore' }));
