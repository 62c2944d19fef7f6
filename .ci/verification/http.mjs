// Works over HTTP as hosts do, through the official SDK clients: the house, progress of two calls at once, a connection
// that is cut, a server that is started again, a token that is rotated, a file out and a file in.
// usage: http.mjs URL WORK
import assert from 'node:assert';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HTTPV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as ClientV2, StreamableHTTPClientTransport as HTTPV2 } from '@modelcontextprotocol/client';

const [url, work] = process.argv.slice(2);
const info = { name: 'bimstream-verification', version: '1' };
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const ask = async (word) => {
  fs.writeFileSync(`${work}/ask`, word);
  while (fs.existsSync(`${work}/ask`)) await sleep(50);
};

async function check(label, client, Transport) {
  const state = { token: 'first', cut: false, cuts: 0 };
  // What the transport sends goes through here, so that tokens can change and connections can be cut under it.
  const through = async (target, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${state.token}`);
    const abort = new AbortController();
    if (state.cut && (init.method ?? 'GET') === 'POST') {
      state.cut = false;
      state.cuts++;
      setTimeout(() => abort.abort(), 100);
    }
    const signal = init.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal;
    return fetch(target, { ...init, headers, signal });
  };
  await client.connect(new Transport(new URL(url), { fetch: through }));
  const call = (name, args, options) => client.callTool({ name, arguments: args }, ...(options ? (client instanceof ClientV1 ? [undefined, options] : [options]) : []));
  const ok = async (name, args, options) => {
    const r = await call(name, args, options);
    assert(!r.isError, `${name}: ${r.content?.[0]?.text}`);
    return r;
  };
  const saved = {};
  const filled = (v) => {
    if (typeof v === 'string') {
      const whole = /^\$\{([^}]+)\}$/.exec(v);
      return whole ? saved[whole[1]] : v.replace(/\$\{([^}]+)\}/g, (_, n) => saved[n]);
    }
    if (Array.isArray(v)) return v.map(filled);
    return v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([n, x]) => [n, filled(x)])) : v;
  };
  for (const line of fs.readFileSync(`${work}/house.jsonl`, 'utf8').split('\n').filter((l) => l.trim() && !l.startsWith('#'))) {
    const step = JSON.parse(line);
    const args = filled(step.args ?? {});
    if (step.call === 'create_model') args.name = `by ${label} ${crypto.randomUUID()}`;
    else if (saved.model && !args.model_id && step.call !== 'list_models') args.model_id = saved.model;
    let r = await call(step.call, args);
    if (r.isError && /model_id/.test(r.content[0].text) && /additional|unknown/i.test(r.content[0].text)) { delete args.model_id; r = await call(step.call, args); }
    assert.strictEqual(!!r.isError, !!step.expect?.isError, `${line}: ${r.content[0].text}`);
    for (const [name, path] of Object.entries(step.save ?? {})) saved[name] = path.split('.').reduce((v, part) => v[part], r.structuredContent);
  }
  const model = saved.model;
  const seen = [[], []];
  await Promise.all([0, 1].map((i) => ok('fixture_progress', { steps: 5 + i, milliseconds: 60 }, { onprogress: (p) => seen[i].push(p) })));
  assert(seen[0].every((p) => p.total === 5) && seen[1].every((p) => p.total === 6) && seen[0].length > 2, JSON.stringify(seen));
  const key = crypto.randomUUID();
  const work_ = { model_id: model, milliseconds: 600, idempotency_key: key };
  state.cut = true;
  let first = null;
  try { first = await ok('fixture_record', work_, { timeout: 3000 }); } catch (e) { assert(state.cuts === 1, `${e}`); }
  await sleep(800);
  const again = await ok('fixture_record', work_);
  assert(again.structuredContent.event_id && (!first || first.structuredContent.event_id === again.structuredContent.event_id));
  await ask('restart');
  await ok('model_overview', { model_id: model });
  await ask('rotate second');
  await assert.rejects(call('server_ping', {}), (e) => /revoked|401|Unauthorized/.test(`${e.message} ${e.cause ?? ''} ${e.code ?? ''}`), 'a revoked token is refused with the sentence');
  state.token = 'second';
  await ok('server_ping', {});
  const exported = await ok('export_ifc', { model_id: model, schema: 'IFC4' });
  const link = exported.content.find((c) => c.type === 'resource_link');
  const headers = { Authorization: 'Bearer second' };
  const file = await fetch(new URL(`files/${link.uri.slice('bim://files/'.length)}`, url), { headers });
  const bytes = Buffer.from(await file.arrayBuffer());
  assert.strictEqual(crypto.createHash('sha256').update(bytes).digest('hex'), exported.structuredContent.data.sha256);
  const sent = await (await fetch(new URL('files?name=house.ifc', url), { method: 'POST', headers, body: bytes })).json();
  const verified = await ok('verify_ifc', { file: sent.uri });
  assert(verified.structuredContent.data.valid, 'the file that was sent is valid');
  await ask('rotate first');
  await client.close();
  console.log(`# ${label}: house, progress of two calls, cut connection, restart, rotated token, file out and in`);
}

await check('sdk v1', new ClientV1(info), HTTPV1);
await check('sdk v2, 2025-11-25', new ClientV2(info, { versionNegotiation: { mode: 'legacy' } }), HTTPV2);
await check('sdk v2, 2026-07-28', new ClientV2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } }), HTTPV2);
process.exit(0);
