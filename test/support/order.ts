import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long are begun first, so that no worker is alone with one at the end. */
const projects = ['tools', 'nightly', 'heavy', 'alone', 'service'];

/** The order of files: that of vitest, project by project. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}
