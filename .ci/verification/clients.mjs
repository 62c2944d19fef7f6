// Drives the server as hosts do, through the official TypeScript SDK clients of both generations and both protocol
// eras: each builds the house, reads all lists, cancels a call, loses its connection, and goes on with a new one.
// usage: clients.mjs HOUSE.jsonl TOWER-FOLDER COMMAND ARGS...
import assert from 'node:assert';
import fs from 'node:fs';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';

const [script, tower, command, ...args] = process.argv.slice(2);
const env = { ...process.env };
const info = { name: 'bimstream-verification', version: '1' };
const steps = fs
  .readFileSync(script, 'utf8')
  .split('\n')
  .filter((line) => line.trim())
  .map((line) => JSON.parse(line))
  .filter((s) => s.call);

// at returns what is at a dotted path.
const at = (value, path) => path.split('.').reduce((v, key) => (key === 'length' ? v.length : v[key]), value);
// filled puts saved values in the place of ${name}.
const filled = (value, saved) => {
  if (typeof value === 'string') {
    const whole = /^\$\{(\w+)\}$/.exec(value);
    return whole ? saved[whole[1]] : value.replace(/\$\{(\w+)\}/g, (_, name) => saved[name]);
  }
  if (Array.isArray(value)) return value.map((v) => filled(v, saved));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, filled(v, saved)]));
  return value;
};

// every list that a client reads, and what is in it
async function lists(client) {
  const { tools } = await client.listTools();
  assert(tools.length > 10, 'tools are listed');
  const { resources } = await client.listResources();
  for (const r of resources) assert((await client.readResource({ uri: r.uri })).contents.length > 0, r.uri);
  const { prompts } = await client.listPrompts();
  for (const p of prompts) {
    const given = Object.fromEntries((p.arguments ?? []).map((a) => [a.name, 'a house']));
    assert((await client.getPrompt({ name: p.name, arguments: given })).messages.length > 0, p.name);
  }
  return [tools.length, resources.length, prompts.length];
}

async function house(client, label) {
  const saved = {};
  for (const step of steps) {
    const given = filled(step.args ?? {}, saved);
    if (step.call === 'create_model') given.name = `house of ${label}`;
    if (saved.model && step.call !== 'create_model') given.model_id = saved.model;
    const r = await client.callTool({ name: step.call, arguments: given });
    assert.deepStrictEqual(
      JSON.parse(r.content[0].text),
      r.structuredContent,
      `${step.call}: text and structured content are the same`,
    );
    const refused = Boolean(step.expect?.isError);
    assert.strictEqual(Boolean(r.isError), Boolean(refused), `${step.call}: ${r.content[0].text.slice(0, 300)}`);
    for (const [name, path] of Object.entries(step.save ?? {})) saved[name] = at(r.structuredContent, path);
  }
  return saved.model;
}

async function cancels(connect) {
  const client = await connect(['--data', tower]);
  const model = (await client.callTool({ name: 'list_models', arguments: {} })).structuredContent.data.models[0]
    .model_id;
  const stop = new AbortController();
  const call = client.callTool(
    { name: 'export_ifc', arguments: { model_id: model, schema: 'IFC4', file_name: 'cancelled.ifc' } },
    ...(client instanceof ClientV1 ? [undefined] : []),
    { signal: stop.signal },
  );
  setTimeout(() => stop.abort('enough'), 60);
  await assert.rejects(call, 'a cancelled call is answered');
  assert(
    !(await client.callTool({ name: 'server_ping', arguments: {} })).isError,
    'after a cancelled call the server answers',
  );
  await client.close();
  assert(!fs.existsSync(`${tower}/out/cancelled.ifc`), 'a cancelled export leaves a file');
}

async function losesConnection(connect, model) {
  const client = await connect([]);
  process.kill(client.transport.pid, 'SIGKILL');
  await assert.rejects(
    client.callTool({ name: 'model_overview', arguments: { model_id: model } }),
    'a call of a killed server',
  );
  const again = await connect([]);
  const r = await again.callTool({ name: 'model_overview', arguments: { model_id: model } });
  assert(!r.isError, 'after a lost connection the model is there');
  await again.close();
}

async function check(label, connect) {
  const client = await connect([]);
  const read = await lists(client);
  const model = await house(client, label);
  let changed = 0;
  const heard = () => {
    changed += 1;
  };
  if (client.setNotificationHandler && label !== 'sdk v1')
    client.setNotificationHandler('notifications/tools/list_changed', heard);
  await client.callTool({ name: 'enable_tools', arguments: { names: ['create_roof'] } });
  assert(
    (await client.listTools()).tools.some((t) => t.name === 'create_roof'),
    'an enabled tool is listed',
  );
  await client.close();
  await cancels(connect);
  await losesConnection(connect, model);
  console.log(
    `# ${label}: ${read[0]} tools, ${read[1]} resources, ${read[2]} prompts read; ` +
      `${steps.length} calls of the house; cancelled; lost its connection and went on`,
  );
}

let ways = 0;
const connecting = (make, Transport) => {
  // a file of another model is not replaced
  const own = { ...env, BIMSTREAM_DATA: `${process.env.BIMSTREAM_DATA}-${(ways += 1)}` };
  return async (more) => {
    const client = make();
    const transport = new Transport({ command, args: [...args, ...more], env: own, stderr: 'ignore' });
    await client.connect(transport);
    return client;
  };
};
await check(
  'sdk v1',
  connecting(() => new ClientV1(info), StdioV1),
);
await check(
  'sdk v2, 2025-11-25',
  connecting(() => new ClientV2(info, { versionNegotiation: { mode: 'legacy' } }), StdioV2),
);
await check(
  'sdk v2, 2026-07-28',
  connecting(() => new ClientV2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } }), StdioV2),
);
