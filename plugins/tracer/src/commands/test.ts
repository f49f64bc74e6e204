import {SERVER_FLAGS, TEST_RUN_FLAGS} from '../options/flags.ts';
import {THIS, TracerCommand} from './tracer-command.ts';

export class TestRun extends TracerCommand {
  static override summary = 'Run trace-based tests of files and folders, and print what failed.';

  static override description =
    "Creates or updates each test on the server by its id, runs one after another, and waits for the results. PATH is a file or a folder of definitions in YAML or JSON, such as those that `apigen tests` writes or the server's page exports. " +
    'Exits with 0 when all tests passed, with 1 when one did not pass, and with 2 when one could not be run.';

  static override usage = '<%= command.id %> PATH... [FLAGS]';

  static override examples = [
    `${THIS} tests/ --var url=http://petstore.shop:8080`,
    `${THIS} tests/ --server http://localhost:11633 --var token --junit results.xml`,
  ];

  static override flags = TEST_RUN_FLAGS;

  protected override readonly failure = 2;

  async run(): Promise<unknown> {
    const {runTests} = await import('../tests/run.ts');
    const tests = await this.perform(TEST_RUN_FLAGS, runTests, 'PATH');
    const passed = tests.every(({verdict}) => verdict === 'passed' || verdict === 'not checked');
    if (!passed) process.exitCode = tests.some(({verdict}) => verdict === 'not run') ? 2 : 1;
    return {passed, tests};
  }
}

export class TestList extends TracerCommand {
  static override summary = 'List the tests on the server, with their last run.';

  static override examples = [THIS];

  static override flags = SERVER_FLAGS;

  async run(): Promise<unknown> {
    const {listTests} = await import('../run/server.ts');
    return this.perform(SERVER_FLAGS, listTests);
  }
}

export class TestDelete extends TracerCommand {
  static override summary = 'Delete tests, with their runs, from the server.';

  static override usage = '<%= command.id %> ID... [FLAGS]';

  static override examples = [`${THIS} getPet listPets`];

  static override flags = SERVER_FLAGS;

  async run(): Promise<unknown> {
    const {deleteTests} = await import('../run/server.ts');
    return this.perform(SERVER_FLAGS, deleteTests, 'ID');
  }
}
