/** Something that the person at Discord should know instead of an answer; the message is Discord markdown, ready to send. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
