import { describe, expect, it } from "vitest";
import { parseConnection } from "./connection.ts";

/** As jupyter_client writes it. */
const file = {
  shell_port: 40885,
  iopub_port: 42477,
  stdin_port: 52597,
  control_port: 36363,
  hb_port: 42697,
  ip: "127.0.0.1",
  key: "a0436f6c-1916-498b-8eb9-e81ab9368e84",
  transport: "tcp",
  signature_scheme: "hmac-sha256",
  kernel_name: "epsilab",
};
const parse = (changes: object) => parseConnection(JSON.stringify({ ...file, ...changes }));

describe("a connection file", () => {
  it("says where each socket is bound", () => {
    expect(parse({}).endpoints).toEqual({
      shell: "tcp://127.0.0.1:40885",
      control: "tcp://127.0.0.1:36363",
      iopub: "tcp://127.0.0.1:42477",
      stdin: "tcp://127.0.0.1:52597",
      hb: "tcp://127.0.0.1:42697",
    });
    expect(parse({ ip: "::1" }).endpoints.shell).toBe("tcp://[::1]:40885");
  });

  it.each([
    [{ shell_port: 0 }, /shell_port must be a port number, got 0/],
    [{ hb_port: "9" }, /hb_port must be a port number, got "9"/],
    [{ ip: "" }, /ip must be an address/],
    [{ key: 7 }, /key must be a string/],
    [{ transport: "ipc" }, /transport must be tcp, got ipc/],
  ])("is refused with %j", (changes, reason) => expect(() => parse(changes)).toThrow(reason));
});
