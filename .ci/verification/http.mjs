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

async function check(label, client, Transport, resumes) {
  const state = { token: 'first', cut: 0, cuts: 0, resumed: 0 };
  // What the transport sends goes through here, so that tokens can change and connections can be cut under it.
  const through = async (target, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${state.token}`);
    const abort = new AbortController();
    if (headers.has('last-event-id')) state.resumed++;
    if (state.cut && (init.method ?? 'GET') === 'POST') {
      setTimeout(() => abort.abort(), state.cut);
      state.cut = 0;
      state.cuts++;
    }
    const signal = init.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal;
    return fetch(target, { ...init, headers, signal });
  };
  await client.connect(new Transport(new URL(url), { fetch: through }));
  const call = (name, args, options) =>
    client.callTool(
      { name, arguments: args },
      ...(options ? (client instanceof ClientV1 ? [undefined, options] : [options]) : []),
    );
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
  for (const line of fs
    .readFileSync(`${work}/house.jsonl`, 'utf8')
    .split('\n')
    .filter((l) => l.trim() && !l.startsWith('#'))) {
    const step = JSON.parse(line);
    const args = filled(step.args ?? {});
    if (step.call === 'create_model') args.name = `by ${label} ${crypto.randomUUID()}`;
    else if (saved.model && !args.model_id && step.call !== 'list_models') args.model_id = saved.model;
    let r = await call(step.call, args);
    if (r.isError && /model_id/.test(r.content[0].text) && /additional|unknown/i.test(r.content[0].text)) {
      delete args.model_id;
      r = await call(step.call, args);
    }
    assert.strictEqual(!!r.isError, !!step.expect?.isError, `${line}: ${r.content[0].text}`);
    for (const [name, path] of Object.entries(step.save ?? {}))
      saved[name] = path.split('.').reduce((v, part) => v[part], r.structuredContent);
  }
  const model = saved.model;
  const seen = [[], []];
  await Promise.all(
    [0, 1].map((i) =>
      ok('fixture_progress', { steps: 5 + i, milliseconds: 60 }, { onprogress: (p) => seen[i].push(p) }),
    ),
  );
  assert(
    seen[0].every((p) => p.total === 5) && seen[1].every((p) => p.total === 6) && seen[0].length > 2,
    JSON.stringify(seen),
  );
  // Cut before the answer begins, and in the middle of it, which comes by itself where streams can be asked for again.
  for (const [cut, late] of [
    [100, false],
    [500, true],
  ]) {
    const work_ = { model_id: model, milliseconds: 900, idempotency_key: crypto.randomUUID() };
    const before = { ...state };
    state.cut = cut;
    let first = null;
    try {
      first = await ok('fixture_record', work_, { timeout: 6000 });
    } catch (e) {
      assert(!(late && resumes), `a stream that was cut is not asked for again: ${e}`);
    }
    assert.strictEqual(state.cuts, before.cuts + 1, 'the connection was not cut');
    assert(!(late && resumes) || state.resumed > before.resumed, 'a stream that was cut is not asked for again');
    await sleep(1000);
    const again = await ok('fixture_record', work_);
    assert(
      again.structuredContent.event_id &&
        (!first || first.structuredContent.event_id === again.structuredContent.event_id),
    );
  }
  await ask('restart');
  await ok('model_overview', { model_id: model });
  await ask('rotate second');
  await assert.rejects(
    call('server_ping', {}),
    (e) => /revoked/.test(`${e.message} ${e.cause ?? ''}`),
    'a revoked token is refused with the sentence',
  );
  state.token = 'second';
  await ok('server_ping', {});
  const exported = await ok('export_ifc', { model_id: model, schema: 'IFC4' });
  const link = exported.content.find((c) => c.type === 'resource_link');
  const headers = { Authorization: 'Bearer second' };
  const file = await fetch(new URL(`files/${link.uri.slice('bim://files/'.length)}`, url), { headers });
  const bytes = Buffer.from(await file.arrayBuffer());
  assert.strictEqual(crypto.createHash('sha256').update(bytes).digest('hex'), exported.structuredContent.data.sha256);
  const sent = await (
    await fetch(new URL('files?name=house.ifc', url), { method: 'POST', headers, body: bytes })
  ).json();
  const verified = await ok('verify_ifc', { file: sent.uri });
  assert(verified.structuredContent.data.valid, 'the file that was sent is valid');
  await ask('rotate first');
  await client.close();
  console.log(
    `# ${label}: house, progress of two calls, connection cut early and late, restart, rotated token, file out and in`,
  );
}

await check('sdk v1', new ClientV1(info), HTTPV1, true);
await check('sdk v2, 2025-11-25', new ClientV2(info, { versionNegotiation: { mode: 'legacy' } }), HTTPV2, true);
await check(
  'sdk v2, 2026-07-28',
  new ClientV2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  HTTPV2,
  false,
);
process.exit(0);
