export {locate} from './locate.ts';
export type {DocumentText} from './parse-document.ts';
export {
  type Description,
  type ReadOptions,
  readDescription,
  UnreadableDescription,
} from './read-description.ts';
export {documentNames, type Places, report} from './report.ts';
export {UnwritableFile, writeWholeFile} from './write-file.ts';
