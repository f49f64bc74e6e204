/** The first argument of the program when it is started as a worker of `apigen mesh` with many descriptions. */
export const WORKER_ARGUMENT = '--description-worker';
