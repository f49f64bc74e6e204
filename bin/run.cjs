#!/usr/bin/env node
// CommonJS, because Node takes longer to start for ES modules.
const {main} = require('../dist/src/main.cjs');

main(process.argv.slice(2), () => require('./oclif-config.cjs').loadConfig());
