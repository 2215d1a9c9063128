// Reads an MCAP file with the library of its authors, by index and from the beginning to the end, and prints what is in
// it: {channels: [{topic, encoding, schema, units, messages}], messages, chunks, metadata, sums: {topic: {name: sum}}}.
import { open } from "node:fs/promises";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";
import lz4 from "lz4js";

const decompressHandlers = { lz4: (bytes) => lz4.decompress(bytes) };
const path = process.argv[2];
const file = await open(path, "r");
const size = (await file.stat()).size;

const readable = {
  size: async () => BigInt(size),
  read: async (offset, length) => {
    const bytes = new Uint8Array(Number(length));
    await file.read(bytes, 0, bytes.length, Number(offset));
    return bytes;
  },
};

// The indexed reader checks the CRC of the summary, and of each chunk.
const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
const text = new TextDecoder();
const channels = [];
for (const [id, channel] of reader.channelsById) {
  const schema = reader.schemasById.get(channel.schemaId);
  channels.push({
    topic: channel.topic,
    encoding: channel.messageEncoding,
    schemaEncoding: schema.encoding,
    schema: JSON.parse(text.decode(schema.data)),
    units: JSON.parse(channel.metadata.get("units")),
    messages: Number(reader.statistics.channelMessageCounts.get(id)),
  });
}

const sums = {};
let indexed = 0;
let isRising = true;
let last = 0n;
for await (const message of reader.readMessages({ validateCrcs: true })) {
  const topic = reader.channelsById.get(message.channelId).topic;
  const values = JSON.parse(text.decode(message.data));
  sums[topic] ??= {};
  for (const [name, value] of Object.entries(values)) sums[topic][name] = (sums[topic][name] ?? 0) + value;
  isRising &&= message.logTime >= last;
  last = message.logTime;
  indexed++;
}

const metadata = {};
for await (const record of reader.readMetadata()) metadata[record.name] = Object.fromEntries(record.metadata);

// The other reader goes through the file as it was written, and checks the CRC of the data.
const stream = new McapStreamReader({ decompressHandlers, validateCrcs: true });
let streamed = 0;
for (let at = 0; at < size; at += 1 << 20) {
  stream.append(await readable.read(BigInt(at), BigInt(Math.min(1 << 20, size - at))));
  for (let record; (record = stream.nextRecord()); ) if (record.type === "Message") streamed++;
}

await file.close();
console.log(
  JSON.stringify({
    channels,
    messages: Number(reader.statistics.messageCount),
    indexed,
    streamed,
    whole: stream.done(),
    rising: isRising,
    chunks: reader.chunkIndexes.length,
    compression: reader.chunkIndexes.map((chunk) => chunk.compression),
    metadata,
    sums,
  }),
);
