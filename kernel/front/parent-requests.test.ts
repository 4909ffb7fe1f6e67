import { describe, expect, it } from "vitest";
import { ParentRequests } from "./parent-requests.ts";
import type { Request } from "./wire.ts";

const request = (number: number, choices: { session?: string; client?: string } = {}): Request => ({
  header: {
    msg_id: `id-${number}`,
    session: choices.session ?? "a session",
    username: "somebody",
    date: `2026-01-01T00:00:${number}Z`,
    msg_type: "execute_request",
    version: "5.4",
  },
  parent: {},
  metadata: { cellId: "x".repeat(1000) },
  content: { code: "y".repeat(1000) },
  buffers: [new Uint8Array(1000)],
  identities: [Buffer.from(choices.client ?? "a client"), Buffer.from("a relay")],
  channel: "shell",
});
const plain = { silent: false, executionCount: 1 };

describe("ParentRequests", () => {
  it("gives each number back its header, its channel and its sender, whoever asked before", () => {
    const parentRequests = new ParentRequests();
    const requests = [
      request(1),
      request(2),
      request(3),
      request(4, { client: "b client" }),
      request(5, { session: "b session" }),
    ];
    const numbers = requests.map((one, index) =>
      parentRequests.add(one, { silent: index === 2, executionCount: index }),
    );
    expect(new Set(numbers).size).toBe(5);
    for (const [index, one] of requests.entries()) {
      const origin = parentRequests.of(numbers[index]);
      expect(origin.sender?.header).toEqual(one.header);
      expect(origin.sender?.identities).toEqual(one.identities);
      expect(origin).toMatchObject({ sender: { channel: "shell" }, silent: index === 2, executionCount: index });
    }
  });

  it("keeps neither code nor buffers", () => {
    const parentRequests = new ParentRequests();
    const kept = parentRequests.of(parentRequests.add(request(1), plain)).sender;
    expect(JSON.stringify(kept)).not.toMatch(/xxx|yyy/);
    expect(kept).not.toHaveProperty("buffers");
  });

  it("forgets the oldest beyond its capacity, and lets the newest speak for them", () => {
    const parentRequests = new ParentRequests(2);
    const numbers = [1, 2, 3].map((number) => parentRequests.add(request(number), plain));
    expect(parentRequests.of(numbers[0]).sender?.header.msg_id).toBe("id-3");
    expect(parentRequests.of(numbers[1]).sender?.header.msg_id).toBe("id-2");
    expect(parentRequests.of(undefined).sender?.header.msg_id).toBe("id-3");
    expect(new ParentRequests().of(7).sender).toBeUndefined();
  });
});
