/** Bytes in base64, by what every platform has. */
export function base64(bytes: Uint8Array): string {
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}
