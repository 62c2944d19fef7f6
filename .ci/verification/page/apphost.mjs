// A host of MCP Apps as small as one can be: a chat at one origin, a sandbox at another one with the content policy
// that the specification has for views which ask for nothing, and in it the view, with an origin that is nobody's.
// What goes between the view and the server is judged and handed on by the bridge of the specification's authors.
import { createServer } from 'node:http';
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The policy of a view whose _meta.ui.csp is empty. */
const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; object-src 'none'; base-uri 'none'";

/** A client of the server, which says that it shows apps. */
export async function connect(program, data, env = {}) {
  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
  const client = new Client({ name: 'app check', version: '1' }, { capabilities: { extensions } });
  await client.connect(new StdioClientTransport({ command: program,
    args: ['mcp', 'all', '--tools', 'full', '--data', data], env: { ...process.env, ...env }, stderr: 'ignore' }));
  return client;
}

const relay = `<!doctype html><title>sandbox</title><style>html,body,iframe{margin:0;border:0;width:100%;height:100%}
</style><body><script>
const frame = document.createElement('iframe');
frame.setAttribute('sandbox', 'allow-scripts');
frame.title = 'view';
document.body.append(frame);
addEventListener('message', (event) => {
  if (event.source === frame.contentWindow) return parent.postMessage(event.data, '*');
  if (event.source !== parent) return;
  if (event.data.html) frame.srcdoc = event.data.html;
  else frame.contentWindow.postMessage(event.data, '*');
});
</script>`;

const chat = (sandbox) => `<!doctype html><html lang="en"><title>chat</title>
<meta name="viewport" content="width=device-width">
<style>body{margin:0;padding:12px;font:15px system-ui;background:#fff;color-scheme:light}
html[data-theme=dark] body{background:#262624;color-scheme:dark}
iframe{border:1px solid #8884;border-radius:10px;width:100%;height:420px;box-sizing:border-box;display:block}
.whole iframe{position:fixed;inset:0;height:100vh;border:0;border-radius:0}</style>
<body><iframe src="${sandbox}" title="app" sandbox="allow-scripts allow-same-origin"></iframe>
<script>addEventListener('message', (event) => fromView(event.data));
function toView(data) { document.querySelector('iframe').contentWindow.postMessage(data, '*'); }</script>`;

function serve(name, pages) {
  const server = createServer((request, response) => {
    const page = pages[request.url];
    if (!page) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.text);
  });
  return new Promise((done) => {
    server.listen(0, name, () => done({ server, origin: `http://${name}:${server.address().port}` }));
  });
}

const modes = ['inline', 'fullscreen'];

/** The two origins, by which views are shown. */
export async function host() {
  const inner = await serve('localhost', { '/sandbox': { text: relay,
    headers: { 'content-security-policy': policy } } });
  const outer = await serve('127.0.0.1', { '/': { text: chat(`${inner.origin}/sandbox`) } });

  /** Shows a view in a page of a browser, and returns what it says to the host, with its frame. */
  async function show(page, client, html, { capabilities = {}, context = {}, deaf = false } = {}) {
    const said = { messages: [], contexts: [], sizes: [], modes: [], blobs: [] };
    const bridge = new AppBridge(client, { name: 'check', version: '1' }, { serverTools: {}, serverResources: {},
      updateModelContext: { text: {} }, message: { text: {} }, ...capabilities },
    { hostContext: { theme: 'light', displayMode: 'inline', availableDisplayModes: modes, locale: 'en-GB',
      timeZone: 'UTC', ...context } });
    bridge.onmessage = async (params) => { said.messages.push(params); return {}; };
    bridge.onupdatemodelcontext = async (params) => { said.contexts.push(params); return {}; };
    bridge.onsizechange = (params) => said.sizes.push(params);
    bridge.onrequestdisplaymode = async ({ mode }) => {
      said.modes.push(mode);
      await page.evaluate((whole) => document.documentElement.classList.toggle('whole', whole), mode !== 'inline');
      bridge.setHostContext({ theme: 'light', availableDisplayModes: modes, ...context, displayMode: mode });
      return { mode };
    };
    const transport = { onmessage: undefined, start: async () => {}, close: async () => {},
      send: async (message) => {
        const blob = message.result?.contents?.[0]?.blob;
        if (blob) said.blobs.push(blob.length);
        if (!deaf || message.method) await page.evaluate((data) => globalThis.toView(data), message);
      } };
    await page.exposeFunction('fromView', (message) => transport.onmessage?.(message));
    const begun = new Promise((done) => { bridge.oninitialized = done; });
    await bridge.connect(transport);
    await page.goto(outer.origin + '/', { waitUntil: 'load' });
    await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, context.theme ?? 'light');
    await page.evaluate((text) => globalThis.toView({ html: text }), html);
    await begun;
    return { bridge, said, view: page.frames().at(-1),
      /** Calls a tool as a model would, and gives the view what comes of it. */
      async call(name, args) {
        bridge.sendToolInput({ arguments: args });
        const result = await client.callTool({ name, arguments: args });
        bridge.sendToolResult(result);
        return result;
      } };
  }
  return { show, origins: [outer.origin, inner.origin],
    stop: () => [inner, outer].forEach(({ server }) => { server.closeAllConnections(); server.close(); }) };
}
