export {tearDown as default} from './temporary-folder.ts';
