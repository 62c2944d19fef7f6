// Shows the view of a chat in a browser, under the strict policy of MCP Apps: the house, a past revision, a difference,
// a clash, a request for approval; by pointer and by keyboard, light and dark, and what it says where it cannot draw.
// usage: app.mjs BIMSTREAM DATA FOLDER
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { browser } from './browser.mjs';
import { connect, host } from './apphost.mjs';

const [program, data, folder] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
mkdirSync(folder, { recursive: true });
const faults = []; // of the view itself: errors, breaches of the policy, requests, what axe finds

const drafter = await connect(program, data, { BIMSTREAM_PRINCIPAL: JSON.stringify({ id: 'drafter', kind: 'agent',
  on_behalf_of: 'local', dry_run_default: false, permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} } }) });
async function must(name, args) {
  const { structuredContent: envelope } = await drafter.callTool({ name, arguments: args });
  if (!envelope.success) throw new Error(`${name}: ${envelope.error.message}`);
  return envelope.data;
}

const client = await connect(program, data);
const { contents: [content] } = await client.readResource({ uri: 'ui://bimstream/view.html' });
const html = content.text;
const chat = await host();
const chromium = await browser(join(folder, 'browser'));

/** A chat with a view in it, in a window of its own. */
async function open(step, { size = [760, 460], theme = 'light', ...more } = {}) {
  const context = await chromium.newContext({ viewport: { width: size[0], height: size[1] }, colorScheme: theme,
    reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-GB' });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`${step}: ${error.message}`));
  page.on('console', (line) => { if (line.type() === 'error') faults.push(`${step}: ${line.text()}`); });
  page.on('request', (request) => {
    if (!chat.origins.includes(new URL(request.url()).origin) && request.url().startsWith('http')) {
      faults.push(`${step}: a request to ${request.url()}`);
    }
  });
  const shown = await chat.show(page, client, html, { ...more, context: { theme, ...more.context } });
  return { ...shown, page, close: () => context.close() };
}

/** Waits until the frame with all bodies is there. */
async function drawn(view) {
  await view.waitForSelector('#canvas[data-frame]');
  await view.waitForFunction(() => !document.querySelector('.loading') &&
    Number(document.querySelector('#canvas').dataset.triangles) > 0);
  await view.waitForTimeout(150);
}

async function accessible(view, step) {
  await view.evaluate(axe);
  const found = await view.evaluate(async () => {
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const result = await globalThis.axe.run({ runOnly });
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
  });
  for (const one of found) faults.push(`${step}: ${one}`);
}

/** How much of the picture is nearly a colour. */
async function share(of, [red, green, blue]) {
  const canvas = of.view.locator('#canvas');
  const png = (await canvas.screenshot({ path: join(folder, 'picture.png') })).toString('base64');
  return of.page.evaluate(async ([text, r, g, b]) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const draw = new OffscreenCanvas(image.width, image.height).getContext('2d');
    draw.drawImage(image, 0, 0);
    const pixels = draw.getImageData(0, 0, image.width, image.height).data;
    // In light and shade a colour keeps the proportions of its parts.
    const unit = (x, y, z) => { const l = Math.hypot(x, y, z) || 1; return [x / l, y / l, z / l]; };
    const wanted = unit(r, g, b);
    let n = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      const p = unit(pixels[i], pixels[i + 1], pixels[i + 2]);
      if (Math.hypot(p[0] - wanted[0], p[1] - wanted[1], p[2] - wanted[2]) < 0.2) n++;
    }
    return n / (pixels.length / 4);
  }, [png, red, green, blue]);
}

const steps = [];
async function step(name, act) {
  try {
    const of = await act();
    await of?.close();
    steps.push(name);
  } catch (error) {
    for (const context of chromium.contexts()) {
      for (const page of context.pages()) await page.screenshot({ path: join(folder, 'failed.png') }).catch(() => {});
    }
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
}

const [red, blue, green] = [[213, 94, 0], [0, 114, 178], [0, 158, 115]];

try {
  await step('the house', async () => {
    const of = await open('house');
    const begun = Date.now();
    await of.call('render_view', {});
    await drawn(of.view);
    console.log(`# the house is drawn ${Date.now() - begun} ms after its picture was asked for`);
    assert.ok(of.said.blobs.length >= 3 && of.said.blobs.every((n) => n <= 512 << 10));
    assert.match(await of.view.locator('#canvas').getAttribute('aria-label'), /^House, main at revision \d+/);
    assert.deepEqual(of.said.sizes.at(-1).height, 420);

    const box = await of.page.locator('iframe').boundingBox();
    await of.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 + 60);
    const side = of.view.getByRole('complementary');
    await side.getByText('Storey').waitFor();
    await side.getByText('Last change').waitFor();
    const name = await side.getByRole('heading').first().locator('bdi').textContent();
    await of.view.waitForTimeout(600);
    assert.ok(of.said.contexts.at(-1).content[0].text.includes(`"${name}" (element_id `), 'the model is told');
    assert.equal(of.said.messages.length, 0);
    await side.getByRole('button', { name: `Ask about ${name}` }).click();
    await side.getByText('Sent.').waitFor();
    assert.ok(of.said.messages[0].content[0].text.includes(name));
    await accessible(of.view, 'house');
    await of.page.screenshot({ path: join(folder, 'house.png') });
    return of;
  });

  await step('by keyboard alone, dark, in the whole window', async () => {
    const of = await open('keyboard', { theme: 'dark', size: [760, 520] });
    await of.call('render_view', {});
    await drawn(of.view);
    const { view, page } = of;
    const camera = () => view.locator('#canvas').getAttribute('data-camera');
    const changed = (was) => view.waitForFunction((w) => document.querySelector('#canvas').dataset.camera !== w, was);
    await view.locator('#canvas').focus();
    for (const key of ['ArrowLeft', 'Shift+ArrowUp', '+', '7', '0', 'f']) {
      const was = await camera();
      await page.keyboard.press(key);
      await changed(was);
    }
    await view.getByRole('button', { name: 'List' }).focus();
    await page.keyboard.press('Enter');
    await view.waitForFunction(() => document.activeElement?.type === 'search');
    await page.keyboard.type('D1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await view.getByRole('heading', { name: 'D1 Door' }).waitFor();
    await page.keyboard.press('Escape').catch(() => {});
    await view.getByRole('button', { name: 'Storeys' }).focus();
    await page.keyboard.press('Enter');
    const all = Number(await view.locator('#canvas').getAttribute('data-triangles'));
    const frame = await view.locator('#canvas').getAttribute('data-frame');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await view.waitForFunction((n) => document.querySelector('#canvas').dataset.frame !== n, frame);
    assert.ok(all > 1000);
    await accessible(view, 'storeys, dark');
    await page.keyboard.press('Escape');
    await view.getByRole('button', { name: 'Section' }).focus();
    await page.keyboard.press('Enter');
    await view.getByRole('slider', { name: 'Top' }).focus();
    await page.keyboard.press('Home');
    await view.getByText('not cut').nth(1).waitFor();
    await accessible(view, 'section, dark');
    await page.keyboard.press('Escape');
    await view.getByRole('button', { name: 'Fill the window' }).click();
    await view.getByRole('button', { name: 'Back into the chat' }).waitFor();
    await view.waitForFunction(() => document.documentElement.clientHeight > 500);
    assert.deepEqual(of.said.modes, ['fullscreen']);
    await page.screenshot({ path: join(folder, 'whole.png') });
    return of;
  });

  await step('a difference of past revisions has its colours, and no later element', async () => {
    const of = await open('difference');
    await of.call('diff_revisions', { from: 20, to: 100 });
    await drawn(of.view);
    await of.view.getByText('After').waitFor();
    assert.match(await of.view.getByRole('heading').first().textContent(), /main, 20 to 100/);
    assert.match(await of.view.locator('#canvas').getAttribute('aria-label'), /revision 100,/);
    assert.ok(await share(of, green) > 0.001, 'nothing is green');
    await of.view.getByRole('button', { name: 'List' }).click();
    await of.view.locator('.row').first().waitFor();
    await accessible(of.view, 'difference');
    await of.page.screenshot({ path: join(folder, 'difference.png') });
    return of;
  });

  await must('create_segment', { system: 'duct', path: [[2000, -2000, 2300], [2000, 6000, 2300]], name: 'DU1',
    profile: { shape: 'circle', diameter: 300 }, level_id: 'Ground', reasoning: 'supply air' });

  await step('a clash is a red and a blue body', async () => {
    const of = await open('clash', { size: [390, 700] });
    const result = await of.call('clash_detection', { source_category: 'duct' });
    assert.ok(result.structuredContent.data.total >= 2);
    await drawn(of.view);
    await of.view.getByText('Clash 1 of').waitFor();
    assert.ok(await share(of, red) > 0.0005, 'nothing is red');
    assert.ok(await share(of, blue) > 0.0005, 'nothing is blue');
    assert.ok(await share(of, green) < 0.0005, 'something is green');
    await of.view.getByRole('button', { name: 'Next clash' }).click();
    await of.view.getByText('Clash 2 of').waitFor();
    await of.view.waitForTimeout(600);
    assert.match(of.said.contexts.at(-1).content[0].text, /looks at the clash .*"DU1"/);
    await accessible(of.view, 'clash, narrow');
    await of.page.screenshot({ path: join(folder, 'clash.png') });
    return of;
  });

  await step('a request is shown, and decided elsewhere', async () => {
    const asked = await drafter.callTool({ name: 'delete_element', arguments: { element_ids: ['C1'],
      reasoning: '<img src=x onerror=alert(1)> it stands in the way' } });
    const id = asked.structuredContent.error.data.approval_id;
    const of = await open('request');
    await of.call('get_approval', { approval_id: id });
    await drawn(of.view);
    await of.view.getByText('As planned').waitFor();
    await of.view.getByText(`bimstream approvals approve ${id}`).waitFor();
    await of.view.getByText('it stands in the way').waitFor();
    assert.equal(await of.view.locator('img').count(), 0);
    assert.equal(await of.view.getByRole('button', { name: /approve|reject/i }).count(), 0);
    await accessible(of.view, 'request');
    await of.page.screenshot({ path: join(folder, 'request.png') });
    return of;
  });

  await step('a host that answers nothing is told that the view is there; what cannot be read is said', async () => {
    const of = await open('refusals', { deaf: true });
    of.bridge.sendToolResult({ content: [{ type: 'text', text: JSON.stringify({ success: false, data: null,
      error: { code: 1300, name: 'NOT_FOUND', message: 'no model "x"' } }) }] });
    await of.view.getByText('no model "x"').waitFor();
    await of.close();
    const other = await open('refusals');
    other.bridge.sendToolResult({ content: [], structuredContent: { success: true, data: {
      model_id: 'none', branch: 'main', revision: 3 } } });
    await other.view.getByText('The model could not be read').waitFor();
    await accessible(other.view, 'refusal');
    await other.bridge.teardownResource({});
    await other.view.locator('#canvas').waitFor({ state: 'detached' });
    return other;
  });

  await step('opened by itself it says where it belongs', async () => {
    const context = await chromium.newContext();
    const page = await context.newPage();
    await page.setContent(html);
    await page.getByText('Open it in a chat client that shows MCP Apps').waitFor();
    return context;
  });
} finally {
  chat.stop();
  await chromium.close();
  await Promise.all([client.close(), drafter.close()]).catch(() => {});
}
for (const fault of faults) console.log('FAULT ' + fault);
console.log(`# ${steps.length} steps, ${faults.length} faults; the view has ${html.length} characters`);
process.exit(faults.length === 0 ? 0 : 1);
