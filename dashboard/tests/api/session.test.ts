import { describe, expect, it } from "vitest";
import { needsLogIn } from "../../src/api/session";

describe("needsLogIn", () => {
  it("is false where nobody has to log in", () =>
    expect(needsLogIn({ accounts: false, open: true, name: "local", role: "admin" })).toBe(false));
  it("is true before the log-in", () =>
    expect(needsLogIn({ accounts: true, open: false, name: null, role: null })).toBe(true));
  it("is false after it", () =>
    expect(needsLogIn({ accounts: true, open: false, name: "kim", role: "control" })).toBe(false));
});
