import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key and a certificate for it, both PEM. */
export interface Certificate {
  key: string;
  /** Signed by its own key: whoever is to trust it takes it for an authority. */
  cert: string;
}

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));

/** Makes a certificate for these host names, good for a day before and after now. */
export function selfSigned(hosts: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(
    element(0x31, sequence(objectId('550403'), element(0x0c, Buffer.from('file host of this machine')))),
  );
  const day = 24 * 60 * 60 * 1000;
  const validity = sequence(time(Date.now() - day), time(Date.now() + day));
  const alternatives = sequence(...hosts.map((host) => element(0x82, Buffer.from(host))));
  const extensions = element(0xa3, sequence(sequence(objectId('551d11'), element(0x04, alternatives))));
  const serial = element(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)]));
  const versionThree = element(0xa0, element(0x02, Buffer.of(2)));
  const body = sequence(
    versionThree,
    serial,
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = element(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]));
  const der = sequence(body, ecdsaWithSha256, signature);
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One element of DER (X.690): its kind, its length, its contents. */
function element(kind: number, contents: Buffer): Buffer {
  const { length } = contents;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([kind, ...size]), contents]);
}

function sequence(...elements: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(elements));
}

function objectId(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, '');
  return element(0x18, Buffer.from(digits));
}
