const finalText = 0x81;
const twoBytesFollow = 126;
const eightBytesFollow = 127;

/** Builds a server's text message of two parts (RFC 6455, section 5.2). */
export function textFrame(beginning: Uint8Array, ending: Uint8Array): Buffer {
  const length = beginning.length + ending.length;
  const headLength = length < twoBytesFollow ? 2 : length < 2 ** 16 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame.writeUInt8(finalText, 0);
  if (headLength === 2) {
    frame.writeUInt8(length, 1);
  } else if (headLength === 4) {
    frame.writeUInt8(twoBytesFollow, 1);
    frame.writeUInt16BE(length, 2);
  } else {
    frame.writeUInt8(eightBytesFollow, 1);
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(beginning, headLength);
  frame.set(ending, headLength + beginning.length);
  return frame;
}
