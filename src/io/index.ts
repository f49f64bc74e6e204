export {documentNames, type Places, report} from './print/problems.ts';
export {locate} from './read/locate.ts';
export {
  type ReadDescription,
  type ReadOptions,
  readDescription,
  UnreadableDescription,
} from './read/read-description.ts';
export {UnwritableFile} from './system-error.ts';
export {writeFileAtomically} from './write/write-file.ts';
