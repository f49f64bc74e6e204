#!/usr/bin/env node
// First step of `npm run release`: lists every missing program, or exits with 0.
import {missingTools, missingToolsMessage, notLinuxMessage} from './required-tools.mjs';

const missing = missingTools(process.env);
if (process.platform !== 'linux') stop(notLinuxMessage(process.platform));
else if (missing.length > 0) stop(missingToolsMessage(missing));

function stop(message) {
  process.stderr.write(message);
  process.exitCode = 1;
}
