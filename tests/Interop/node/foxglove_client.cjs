// Foxglove's own client (@foxglove/ws-protocol) at /foxglove: subscribes one topic, takes some values, and prints what
// it saw as JSON.
//   node foxglove_client.cjs ws://127.0.0.1:5080/foxglove main/servo1.force 20
const { FoxgloveClient } = require("@foxglove/ws-protocol");
const { WebSocket } = require("ws");

const [url, topic, wanted] = [process.argv[2], process.argv[3], Number(process.argv[4])];
const seen = { serverInfo: null, channel: null, times: [], values: [], statuses: [] };
const client = new FoxgloveClient({ ws: new WebSocket(url, [FoxgloveClient.SUPPORTED_SUBPROTOCOL]) });
client.on("error", (error) => {
  console.error(error);
  process.exit(1);
});
client.on("serverInfo", (info) => (seen.serverInfo = info));
client.on("status", (status) => {
  seen.statuses.push(status.message);
  if (seen.values.length >= wanted) finish();
});
client.on("advertise", (channels) => {
  const channel = channels.find((one) => one.topic === topic);
  if (channel && !seen.channel) {
    seen.channel = channel;
    seen.subscription = client.subscribe(channel.id);
  }
});
client.on("message", ({ subscriptionId, timestamp, data }) => {
  if (subscriptionId !== seen.subscription || seen.values.length >= wanted) return;
  seen.times.push(String(timestamp));
  seen.values.push(JSON.parse(new TextDecoder().decode(data)).value);
  if (seen.values.length === wanted) {
    client.unsubscribe(seen.subscription);
    client.unsubscribe(4711);
  }
});

function finish() {
  console.log(JSON.stringify(seen));
  client.close();
  process.exit(0);
}
