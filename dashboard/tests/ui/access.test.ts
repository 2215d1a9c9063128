import { describe, expect, it } from "vitest";
import type { Session } from "../../src/api/session";
import { Access } from "../../src/ui/access";

const session = (role: Session["role"], open = false): Session => ({
  accounts: true,
  open,
  name: role === null ? null : "vic",
  role,
});

describe("refusal", () => {
  it.each([
    ["view", "view", ""],
    ["view", "control", "This needs the role control; vic has view."],
    ["control", "control", ""],
    ["control", "admin", "This needs the role admin; vic has control."],
    ["admin", "admin", ""],
    [null, "view", "This needs the role view."],
  ] as const)("of %s for what needs %s is %j", (role, needed, reason) =>
    expect(new Access(session(role)).refusal(needed)).toBe(reason));

  it("is none where nobody logs in", () => expect(new Access(session(null, true)).refusal("admin")).toBe(""));
});
