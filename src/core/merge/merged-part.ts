import type {Description} from '../openapi/description.ts';
import type {EffectiveSettings} from '../openapi/effective-settings.ts';

/** The code of what keeps descriptions from being merged. */
export const MERGE_CODE = 'merge';

/** One of several descriptions of a Service. */
export interface MergedPart {
  /** What messages call it. */
  readonly name: string;
  readonly description: Description;
}

/** Such a description with the settings that all of them share. */
export interface SettledPart extends MergedPart {
  readonly settings: EffectiveSettings;
}
