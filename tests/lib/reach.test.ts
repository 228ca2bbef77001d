// The places that `use` may read: only the place of the model unless the caller allows more.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { load } from "./built.js";
import { pendulum } from "./models.js";

const folder = mkdtempSync(join(tmpdir(), "porthos-reach-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (...names: string[]) => join(folder, ...names);
const base = pathToFileURL(path("home", "model.json"));

for (const name of ["home", join("home", "sub"), "other", "homely"])
  mkdirSync(path(name), { recursive: true });
for (const place of ["home", join("home", "sub"), "other", "homely"])
  writeFileSync(path(place, "p.json"), JSON.stringify(pendulum));
symlinkSync(path("other", "p.json"), path("home", "link.json"));
symlinkSync(path("other"), path("home", "folder"));
symlinkSync(path("home"), path("alias"));
symlinkSync("/dev/zero", path("home", "zero.json"));
writeFileSync(path("home", "secret.json"), '{ "password": "hunter2" }');
writeFileSync(path("home", "large.json"), `{ "porthos": 1${" ".repeat(4_000_000)} }`);
writeFileSync(path("home", "bytes.json"), new Uint8Array([0x7b, 0xff, 0xfe]));
spawnSync("mkfifo", [path("home", "pipe.json")]);

const using = (name: string) => ({ porthos: 1, components: { part: { use: name } } });

const outside = "is outside the folder of the model";
const elsewhere = "is not at the address of the model";

test.each(["p.json", "./p.json", "sub/p.json", "sub/../p.json", "../home/p.json"])(
  "%s is read",
  async (name) => {
    expect((await load(using(name), { base })).problems).toEqual([]);
    const alias = pathToFileURL(path("alias", "model.json"));
    expect((await load(using(name), { base: alias })).problems).toEqual([]);
  },
);

test.each([
  ["../other/p.json", outside],
  ["../homely/p.json", outside],
  ["%2e%2e/other/p.json", outside],
  [path("other", "p.json"), outside],
  [pathToFileURL(path("other", "p.json")).href, outside],
  ["link.json", outside],
  ["folder/p.json", outside],
  ["/no/such/file.json", outside],
  ["/etc/passwd", outside],
  ["/dev/zero", outside],
  ["zero.json", outside],
  ["pipe.json", "is not a regular file"],
  ["sub", "is not a regular file"],
  ["large.json", "has more than 4 MB"],
  ["bytes.json", "is not UTF-8 text"],
  ["secret.json", "is not the text of a model"],
  ["http://127.0.0.1:9/p.json", elsewhere],
  ["https://example.org/p.json", elsewhere],
  ["//example.org/p.json", "was not found"],
  ['data:application/json,{"porthos":1}', elsewhere],
  ["blob:null/0", elsewhere],
  ["none.json", "was not found"],
  ["p.json%00", "was not found"],
  ["a%2fb", "was not found"],
])("%s is refused: it %s", async (name, why) => {
  const { problems } = await load(using(name), { base });
  expect(problems).toMatchObject([
    { code: "PH130", where: "/components/part/use", found: `"${name}", which ${why}` },
  ]);
  expect(JSON.stringify(problems)).not.toMatch(/hunter2|password|root:/);
});

test("what is allowed is read besides, and nothing else", async () => {
  const allow = [pathToFileURL(path("other"))];
  for (const name of ["../other/p.json", "link.json", "folder/p.json", "p.json"])
    expect((await load(using(name), { base, allow })).problems).toEqual([]);
  const [problem] = (await load(using("../homely/p.json"), { base, allow })).problems;
  expect(problem!.found).toContain(outside);
  for (const wrong of ["data:x", "about:blank"])
    await expect(load(using("p.json"), { base, allow: [wrong] })).rejects.toThrow(TypeError);
});

test("a device and a pipe are no models either when they are named", async () => {
  for (const name of [path("home", "zero.json"), path("home", "pipe.json")])
    await expect(load(pathToFileURL(name))).rejects.toThrow("it is not a regular file");
  await expect(load(pathToFileURL(path("home", "large.json")))).rejects.toThrow("more than 4 MB");
});

/** A server that records its requests. */
async function serve(
  answers: { [path: string]: string },
  redirects: { [path: string]: string } = {},
) {
  const asked: string[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url!);
    if (redirects[url!]) return void response.writeHead(302, { location: redirects[url!] }).end();
    const answer = answers[url!];
    if (answer === undefined) response.writeHead(404);
    response.end(answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test("a model of an address uses files of its origin, and no other", async () => {
  const text = JSON.stringify(pendulum);
  const other = await serve({ "/p.json": text });
  const home = await serve(
    {
      "/p.json": text,
      "/near.json": JSON.stringify(using("p.json")),
      "/far.json": JSON.stringify(using(`${other.url}p.json`)),
      "/disk.json": JSON.stringify(using(pathToFileURL(path("home", "p.json")).href)),
      "/turn.json": JSON.stringify(using("away.json")),
    },
    { "/away.json": `${other.url}p.json` },
  );
  expect((await load(`${home.url}near.json`)).problems).toEqual([]);
  for (const [name, why] of [
    ["far.json", elsewhere],
    ["disk.json", outside],
    ["turn.json", "was not found"],
  ]) {
    const { problems } = await load(`${home.url}${name}`);
    expect(problems).toMatchObject([{ code: "PH130" }]);
    expect(problems[0]!.found).toContain(why);
  }
  expect(other.asked).toEqual([]);
  const allow = [other.url];
  expect((await load(`${home.url}far.json`, { allow })).problems).toEqual([]);
});

test("an answer without end is not read to its end", async () => {
  const endless = () =>
    Promise.resolve(
      new Response(
        new ReadableStream<Uint8Array>({
          pull: (to) => to.enqueue(new Uint8Array(1 << 20).fill(0x20)),
        }),
      ),
    );
  const place = new URL("https://example.org/model.json");
  await expect(load(place, { fetch: endless })).rejects.toThrow("more than 4 MB");
  const { problems } = await load(using("p.json"), { base: place, fetch: endless });
  expect(problems[0]!.found).toContain("has more than 4 MB");
});

test("files that name ever more files come to an end", async () => {
  let asked = 0;
  const fetch = () => Promise.resolve(new Response(JSON.stringify(using(`${++asked}.json`))));
  const deep = await load(using("0.json"), { base: "https://example.org/", fetch });
  expect(deep.problems.map(({ code }) => code)).toContain("PH105"); // nested too deeply
  expect(asked).toBe(64);

  const components = Object.fromEntries(
    [...Array(1200).keys()].map((i) => [`c${i}`, { use: `${i}.json` }]),
  );
  const one = () => Promise.resolve(new Response(JSON.stringify(pendulum)));
  const options = { base: "https://example.org/", fetch: one };
  const wide = await load({ porthos: 1, components }, options);
  const refused = wide.problems.filter(({ found }) =>
    /exceeds the limit of 1000 files/.test(found),
  );
  expect(refused.length).toBeGreaterThanOrEqual(200);
});
