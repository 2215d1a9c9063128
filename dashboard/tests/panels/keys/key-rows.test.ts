import { describe, expect, it } from "vitest";
import type { ListedKeys } from "../../../src/api/keys";
import { connectorCommands, nameFault, parseKey } from "../../../src/panels/keys/key-rows";

const key = "fEHXBQty?x&TUylYvbfY{[Hak}C5?XJ<Y3H{/I!)";

describe("parseKey", () => {
  it("takes the characters alone", () => expect(parseKey(` ${key}\n`)).toEqual({ name: undefined, publicKey: key }));

  it("takes a key file, with its name", () =>
    expect(parseKey(`# Telemetry\r\nname: office1\r\npublic: ${key}\r\n`)).toEqual({
      name: "office1",
      publicKey: key,
    }));

  it("never takes a file with a secret key", () =>
    expect(parseKey(`name: office1\npublic: ${key}\nsecret: ${key}\n`)).toBe("secret"));

  it.each(["", "office1.pub", key.slice(1), `${key} `.repeat(2)])("refuses %j", (text) =>
    expect(parseKey(text)).toBeUndefined());
});

describe("nameFault", () => {
  it.each(["office1", "a.b", "_x"])("takes %s", (name) => expect(nameFault(name)).toBe(""));
  it.each(["", "..", ".a", "a/b", "a b", "x".repeat(65)])("refuses %j", (name) => expect(nameFault(name)).not.toBe(""));
});

describe("connectorCommands", () => {
  const keys = { own: { name: "office1", fingerprint: "", publicKey: key } } as ListedKeys;

  it("names the file of this monitor", () =>
    expect(connectorCommands(keys)[0]).toBe("HardwareConnector keys allow office1.pub"));
  it("is empty without a key", () => expect(connectorCommands({ ...keys, own: null })).toEqual([]));
});
