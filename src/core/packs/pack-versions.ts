import type { ArchiveLimits } from '../../archive/limits.ts';
import type { PackVersions } from '../../archive/manifests/differences.ts';
import type { SurveyTask } from '../../archive/pack/survey.ts';
import { AppError } from '../../errors.ts';

/** The thread task that reads the manifest of a pack before its check. */
export interface ManifestWork {
  /**
   * The versions in an archive's launcher manifest; null without one. Fails with UNAVAILABLE when too many tasks wait.
   */
  readVersions(
    task: SurveyTask,
    hooks: { signal: AbortSignal; caller: string },
  ): Promise<PackVersions | null>;
}

/**
 * Reads the versions of the archive at this path, counted for the caller; null when there are none. Fails with
 * TOO_MANY_REQUESTS or UNAVAILABLE.
 */
export type ReadPackVersions = (path: string, caller: string) => Promise<PackVersions | null>;

export function packVersionsReader(work: ManifestWork, limits: ArchiveLimits): ReadPackVersions {
  return async (path, caller) => {
    const { signal } = new AbortController();
    try {
      return await work.readVersions({ path, limits }, { signal, caller });
    } catch (error) {
      if (error instanceof AppError) throw error;
      // The check judges archives that crash or block a thread; here only the default versions are lost.
      const message =
        'What the pack says of its versions could not be read; give gameVersion, modloader and modloaderVersion.';
      throw new AppError('UNAVAILABLE', message, {}, { cause: error });
    }
  };
}
