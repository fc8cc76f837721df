/** node lint-openapi.mjs FILE: prints what the recommended rules of Redocly find in an OpenAPI description, a line each. */
import { createConfig, lint } from '@redocly/openapi-core';

const config = await createConfig({
  extends: ['recommended-strict'],
  // Two paths of the contract can be told apart by their ampersand alone, which the rule does not see.
  rules: { 'no-ambiguous-paths': 'off' },
});
for (const { ruleId, message, location } of await lint({ ref: process.argv[2], config }))
  console.log(`${ruleId} ${location[0]?.pointer} ${message}`);
