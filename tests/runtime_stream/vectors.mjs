// The stream, the shuffle and the canonical digests written a second time, straight from their description, to work out the vectors of vectors.json:
//   node vectors.mjs > vectors.json
import { createHash } from "node:crypto";

const sha = (bytes) => createHash("sha256").update(bytes).digest();
const hex = (bytes) => sha(bytes).toString("hex");

class Stream {
  constructor(text) {
    this.seed = sha(Buffer.from("rulewright/seed/" + text, "utf8"));
    this.pos = 0;
  }
  word() {
    const block = Buffer.alloc(8);
    block.writeBigUInt64BE(BigInt(Math.floor(this.pos / 8)));
    const word = sha(Buffer.concat([this.seed, block])).readUInt32BE(4 * (this.pos % 8));
    this.pos += 1;
    return word;
  }
  draw(n) {
    if (n === 1) return 0;
    for (;;) {
      const product = this.word() * n;
      if (product % 2 ** 32 >= 2 ** 32 % n) return Math.floor(product / 2 ** 32);
    }
  }
  shuffle(items) {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.draw(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
}

const canonical = (value) => {
  if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
  if (value !== null && typeof value === "object")
    return "{" + Object.keys(value).sort().map((key) => JSON.stringify(key) + ":" + canonical(value[key])).join(",") + "}";
  return JSON.stringify(value);
};

const times = (n, make) => Array.from({ length: n }, make);
const streams = ["", "1", "karazhan", "Zeth\u2019Gor \u00e9"].map((text) => {
  const s = new Stream(text);
  const row = { text, seed: s.seed.toString("hex") };
  const from = (pos, make) => ((s.pos = pos), make());
  row.words = times(10, () => s.word());
  row.later = [63, 64, 1000003, 8 * 2 ** 32 + 5].map((pos) => [pos, from(pos, () => s.word())]);
  row.d10 = from(0, () => times(20, () => s.draw(10) + 1));
  row.d10_pos = s.pos;
  row.shuffle = from(0, () => s.shuffle([...Array(20).keys()]));
  row.shuffle_pos = s.pos;
  row.large = from(0, () => times(8, () => s.draw(2 ** 20 - 1)));
  row.pick = from(0, () => {
    const rest = [..."abcdefgh"];
    return times(3, () => rest.splice(s.draw(rest.length), 1)[0]).join("");
  });
  return row;
});

// The first word of a stream that a draw from n numbers must take no notice of.
const edge = new Stream("edge");
const n = 786433;
let at = 0;
for (; ; at++) {
  edge.pos = at;
  if ((edge.word() * n) % 2 ** 32 < 2 ** 32 % n) break;
}
edge.pos = at;
const refused = { text: "edge", n, at, value: edge.draw(n), pos: edge.pos };

const values = [null, true, 0, -1, 1000000000, "", "z\u00e9th \"gor\" \\ \u2028 \u0001 \n \u007f \ud83d\ude00", [], {}, [1, [2, {}], "x"],
  { b: 1, a: [null, false], "a.b": { z: -5, Z: 2, "_": 1 }, "10": 1, "9": 2 }];
const digests = values.map((value) => ({ value, digest: hex(canonical(value)) }));
const rest = { rng: { pos: 3 }, machines: [] };
const root = hex(digests.map((row) => row.digest).join("") + hex(canonical(rest)));
const answers = [{ site: "a/1", seat: "seat:0", value: "x" }];
const inside = hex(root + canonical(answers) + digests[0].digest);

process.stdout.write(JSON.stringify({ streams, refused, digests, rest, root, answers, inside }, null, 1) + "\n");
