/** The code of the problems of overlays. */
export const OVERLAY_CODE = 'overlay';
