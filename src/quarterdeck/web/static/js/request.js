/** One request to the API: what it says, or why it did not do it. */

/** @typedef {import("./types.js").WireError} WireError */

/** What the host refused, with its status and its body. */
export class Refusal extends Error {
  /** @param {number} status @param {WireError} body */
  constructor(status, body) {
    super(body.error);
    this.status = status;
    this.body = body;
  }
}

/**
 * @param {string} method @param {string} address @param {unknown} [body] @param {AbortSignal} [signal] ends it
 * @returns {Promise<any>} a `Refusal` where the host answers with an error, another fault where it does not answer
 */
export async function request(method, address, body, signal) {
  const sent = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(address, { method, cache: "no-store", signal, ...sent });
  const found = await answer.json().catch(() => ({ error: "none", text: "" }));
  if (!answer.ok) throw new Refusal(answer.status, found);
  return found;
}
